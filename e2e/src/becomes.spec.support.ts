import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 200_000;

/** Polls until the answer is as expected, because a page changes a moment after the click. @throws AssertionError with the last answer */
export async function becomes<T>(ask: () => Promise<T>, expected: T, what?: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  let last = await ask();
  while (last !== expected && Date.now() < until) {
    await wait(50);
    last = await ask();
  }
  expect(last, what).to.equal(expected);
}
