import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const TURN_MS = 10;

/**
 * For loops over what comes from outside: awaited at each step, the function that is made lets other work run whenever
 * this one has had the loop for some milliseconds.
 */
export function createGiveWay(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began <= TURN_MS) return;
    await setImmediate();
    began = performance.now();
  };
}
