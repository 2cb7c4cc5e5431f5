import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect } from 'chai';
import { applyLiveEvent } from './live-cache.js';
import { queryKeys } from './query-keys.js';
import type { LiveEvent } from './types.js';

/** A page that shows `queryKey`, whose answers the test gives one after the other. */
function pageOf(client: QueryClient, queryKey: readonly unknown[]) {
  const waiting: ((answer: string) => void)[] = [];
  let asked = 0;
  const queryFn = () => {
    asked += 1;
    return new Promise<string>((resolve) => waiting.push(resolve));
  };
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  return {
    asked: () => asked,
    shown: () => observer.getCurrentResult().data,
    async answer(text: string): Promise<void> {
      waiting.shift()?.(text);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('an answer that an event overtakes', () => {
  const changed: LiveEvent = { type: 'report.updated', data: { id: 'r1', asin: 'B1' } };
  let client: QueryClient;
  beforeEach(() => {
    client = new QueryClient();
    client.mount();
  });
  afterEach(() => {
    client.clear();
    client.unmount();
  });

  it('is asked for once more when it is the first', async () => {
    const page = pageOf(client, queryKeys.reports);

    applyLiveEvent(client, changed);
    applyLiveEvent(client, changed);
    await page.answer('as it was before');
    await page.answer('as it is');

    expect([page.shown(), page.asked()]).to.deep.equal(['as it is', 2]);
  });

  it('is asked for once more when it was read again', async () => {
    const page = pageOf(client, queryKeys.reports);
    await page.answer('as it was before');
    applyLiveEvent(client, changed);

    await page.answer('as it is');

    expect([page.shown(), page.asked()]).to.deep.equal(['as it is', 2]);
  });

  it('is not asked for again without an event', async () => {
    const page = pageOf(client, queryKeys.reports);

    await page.answer('as it is');

    expect([page.shown(), page.asked()]).to.deep.equal(['as it is', 1]);
  });
});
