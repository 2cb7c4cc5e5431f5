/** The state that the two threads share: how often the main thread has beaten, and whether a debugger is attached to it. */
export class Heartbeat {
  readonly #cells: Int32Array;

  constructor(readonly buffer = new SharedArrayBuffer(8)) {
    this.#cells = new Int32Array(buffer);
  }

  beat(isDebugged: boolean): void {
    Atomics.store(this.#cells, 1, isDebugged ? 1 : 0);
    Atomics.add(this.#cells, 0, 1);
  }

  count(): number {
    return Atomics.load(this.#cells, 0);
  }

  isDebugged(): boolean {
    return Atomics.load(this.#cells, 1) === 1;
  }
}
