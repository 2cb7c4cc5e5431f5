import type { Heartbeat } from './heartbeat.js';

/**
 * Tells a blocked thread by turns of another one, never by the time of day: while the whole process is stopped, or the
 * machine asleep, neither thread gets anywhere, and no turn is taken.
 */
export class BlockClock {
  #seen = -1;
  #turns = 0;

  constructor(
    private readonly heartbeat: Pick<Heartbeat, 'count' | 'isDebugged'>,
    private readonly longestTurns: number,
  ) {}

  /** To be called at every turn. @returns true once for each block that lasts too long */
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
