import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect } from 'chai';
import { startLiveEvents } from './live-events.js';

const GLOBALS = ['EventSource', 'addEventListener', 'navigator'] as const;

/** A browser whose tabs share one stream, which the test opens. */
function browser() {
  const streams: { onopen?: () => void }[] = [];
  let isHeld = false;
  return {
    streams,
    EventSource: class {
      onopen?: () => void;
      constructor() {
        streams.push(this);
      }
      addEventListener(): void {}
      close(): void {}
    },
    addEventListener: () => undefined,
    navigator: {
      languages: ['en'],
      locks: {
        // whoever comes second waits until the end of the test
        request: async (_name: string, _options: object, work: () => Promise<void>) => {
          if (isHeld) return;
          isHeld = true;
          await work();
        },
      },
    },
  };
}

/** A tab with a page that asks for one thing, whose answers the test gives one after the other. */
function tab() {
  const client = new QueryClient();
  client.mount();
  const waiting: ((answer: string) => void)[] = [];
  const asking: (() => void)[] = [];
  let asked = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['thing'],
    queryFn: () => {
      asked += 1;
      for (const tell of asking.splice(0)) tell();
      return new Promise<string>((resolve) => waiting.push(resolve));
    },
  });
  observer.subscribe(() => undefined);
  const stop = startLiveEvents(client);
  return {
    asked: () => asked,
    /** Resolves when the page asks the next time. */
    asksAgain: () => new Promise<void>((resolve) => asking.push(resolve)),
    shown: () => observer.getCurrentResult().data,
    async answer(text: string): Promise<void> {
      waiting.shift()?.(text);
      await new Promise((resolve) => setTimeout(resolve));
    },
    refetch: () => void observer.refetch(),
    close(): void {
      stop();
      client.clear();
      client.unmount();
    },
  };
}

describe('a stream of live events that opens', () => {
  let here: ReturnType<typeof browser>;
  let tabs: ReturnType<typeof tab>[];
  const before = new Map<string, PropertyDescriptor | undefined>();

  beforeEach(() => {
    [here, tabs] = [browser(), []];
    for (const name of GLOBALS) {
      before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value: here[name], configurable: true, writable: true });
    }
  });
  afterEach(() => {
    for (const one of tabs) one.close();
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  function openTab() {
    const opened = tab();
    tabs.push(opened);
    return opened;
  }
  const open = (): void => here.streams[0]?.onopen?.();

  it('has a first answer that was on its way asked for once more', async () => {
    const page = openTab();

    open();
    await page.answer('as it was before');
    await page.answer('as it is');

    expect([page.shown(), page.asked()]).to.deep.equal(['as it is', 2]);
  });

  it('has an answer that was being read again asked for once more, and lets it come', async () => {
    const page = openTab();
    await page.answer('as it was');
    page.refetch();

    open();
    await page.answer('as it was before');
    expect(page.shown()).to.equal('as it was before');
    await page.answer('as it is');

    expect([page.shown(), page.asked()]).to.deep.equal(['as it is', 3]);
  });

  it('has an answer that was there asked for once more', async () => {
    const page = openTab();
    await page.answer('as it was before');

    open();
    await page.answer('as it is');

    expect([page.shown(), page.asked()]).to.deep.equal(['as it is', 2]);
  });

  it('has the answers of other tabs asked for once more, which heard of nothing either while there was no stream', async () => {
    const [, other] = [openTab(), openTab()];
    await other.answer('as it was before');
    const again = other.asksAgain();

    open();
    await again;
    await other.answer('as it is');

    expect(other.shown()).to.equal('as it is');
  });
});
