import type { Heartbeat } from './heartbeat.js';

/**
 * Detects a blocked thread by counting turns of another one, not by the clock: while the whole process is stopped or
 * the machine sleeps, neither thread runs and no turn is counted.
 */
export class BlockClock {
  #seen = -1;
  #turns = 0;

  constructor(
    private readonly heartbeat: Pick<Heartbeat, 'count' | 'isDebugged'>,
    private readonly longestTurns: number,
  ) {}

  /** Call it at every turn. @returns true once for each block that lasts too long */
  turn(): boolean {
    const count = this.heartbeat.count();
    if (count !== this.#seen || this.heartbeat.isDebugged()) {
      this.#seen = count;
      this.#turns = 0;
      return false;
    }
    this.#turns += 1;
    return this.#turns === this.longestTurns;
  }
}
