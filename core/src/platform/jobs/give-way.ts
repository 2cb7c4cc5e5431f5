import { setImmediate } from 'node:timers/promises';

/** After this many milliseconds of work, others have their turn. */
const TURN_MS = 10;

/**
 * Makes a function for loops over data from outside. Awaited at each step, it lets other work run whenever the loop has
 * blocked the event loop for some milliseconds.
 */
export function createGiveWay(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began <= TURN_MS) return;
    await setImmediate();
    began = performance.now();
  };
}
