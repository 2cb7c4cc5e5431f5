/** The parts of autocannon that we use, because it has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Result {
    /** Seconds. */
    readonly duration: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  }

  export default function autocannon(
    options: {
      readonly url: string;
      readonly connections: number;
      /** Seconds. */
      readonly duration?: number;
      /** How many requests, in place of a time. */
      readonly amount?: number;
      /** Milliseconds between two looks whether it is over; default 1000. */
      readonly sampleInt?: number;
      readonly headers?: Readonly<Record<string, string>>;
    },
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
