import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect } from 'chai';
import sinon from 'sinon';
import { forgetAnswers, keepAnswers, restoreAnswers } from './kept-answers.js';
import { queryKeys } from './query-keys.js';

const ADA = { id: 'ada' };
const BEN = { id: 'ben' };
const GLOBALS = ['caches', 'localStorage', 'document', 'addEventListener', 'navigator'] as const;

/** What the tabs of a browser share. */
function browser() {
  const caches = new Map<string, Map<string, Response>>();
  const items = new Map<string, string>();
  const listeners: ((event: { key: string; newValue: string | null }) => void)[] = [];
  const open = async (name: string) => {
    const cache = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, cache);
    return {
      match: async (key: string) => cache.get(key)?.clone(),
      put: async (key: string, value: Response) => void cache.set(key, value),
    };
  };
  return {
    caches: { open, delete: async (name: string) => caches.delete(name) },
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
    document: { cookie: 'lectern_csrf=x' },
    navigator: { onLine: true },
    addEventListener: (_type: string, listener: (typeof listeners)[number]) => void listeners.push(listener),
    /** What the other tabs hear of when one stores something. */
    tell: (key: string, newValue: string | null) => listeners.forEach((listener) => listener({ key, newValue })),
    text: async () => (await (await open('lectern-answers')).match('/kept-answers'))?.text() ?? '',
  };
}

describe('kept answers', () => {
  let here: ReturnType<typeof browser>;
  let clock: sinon.SinonFakeTimers;
  const before = new Map<string, PropertyDescriptor | undefined>();

  beforeEach(() => {
    here = browser();
    for (const name of GLOBALS) {
      before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value: here[name], configurable: true, writable: true });
    }
    clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    clock.restore();
    await forgetAnswers();
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  function tab(): QueryClient {
    const client = new QueryClient();
    keepAnswers(client);
    return client;
  }
  const written = () => clock.tickAsync(2000);

  it('are there on the next visit of the same person', async () => {
    const first = tab();
    first.setQueryData(queryKeys.me, ADA);
    first.setQueryData(queryKeys.quota, 'hers');
    await written();
    const next = tab();

    expect(await restoreAnswers(next, 'ada')).to.deep.equal(ADA);
    expect(next.getQueryData(queryKeys.quota)).to.equal('hers');
  });

  it('leave the memory of the tab too when somebody else signs in there', async () => {
    const client = tab();
    client.setQueryData(queryKeys.me, ADA);
    client.setQueryData(queryKeys.quota, 'hers');
    client.setQueryData(['admin', 'users', 1], 'of an admin');
    let answer = 'hers';
    const shown = new QueryObserver(client, { queryKey: queryKeys.notifications, queryFn: () => answer });
    const off = shown.subscribe(() => undefined);
    await written();
    client.setQueryData(queryKeys.me, null);
    await forgetAnswers();

    answer = 'his';
    client.setQueryData(queryKeys.me, BEN);
    await written();
    off();

    expect(client.getQueryData(queryKeys.quota)).to.equal(undefined);
    expect(client.getQueryData(['admin', 'users', 1])).to.equal(undefined);
    expect(shown.getCurrentResult().data).to.equal('his');
    expect(await here.text())
      .to.include('"userId":"ben"')
      .and.not.include('hers');
  });

  it('are not written by a tab of the person before', async () => {
    const [old, next] = [tab(), tab()];
    old.setQueryData(queryKeys.me, ADA);
    await written();
    next.setQueryData(queryKeys.me, BEN);
    await written();
    old.setQueryData(queryKeys.quota, 'of either');
    await written();

    expect(await here.text())
      .to.include('"userId":"ben"')
      .and.not.include('of either');
  });

  it('have the other tabs ask who is signed in when somebody else is', () => {
    const client = tab();
    client.setQueryData(queryKeys.me, ADA);
    here.tell('lectern-person', 'ada');
    const isStill = client.getQueryState(queryKeys.me)?.isInvalidated;
    here.tell('lectern-person', 'ben');

    expect([isStill, client.getQueryState(queryKeys.me)?.isInvalidated]).to.deep.equal([false, true]);
  });
});
