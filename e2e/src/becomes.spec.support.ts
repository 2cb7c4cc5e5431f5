import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** What a page shows comes a moment after the click: asks until the answer is as expected. @throws AssertionError with the last answer */
export async function becomes<T>(ask: () => Promise<T>, expected: T, what?: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  let last = await ask();
  while (last !== expected && Date.now() < until) {
    await wait(50);
    last = await ask();
  }
  expect(last, what).to.equal(expected);
}
