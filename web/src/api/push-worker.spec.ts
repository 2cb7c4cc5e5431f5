import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';

const SCRIPT = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8');
const ORIGIN = 'https://books.example';
const SCOPE = `${ORIGIN}/lectern/`;

interface Shown {
  readonly title: string;
  readonly options: { readonly body: string; readonly icon: string; readonly badge: string; readonly tag?: string; readonly data: object };
}

/** An open page. One that `answers` goes where it is told by itself. */
interface OpenPage {
  readonly url: string;
  readonly focused?: boolean;
  readonly answers: boolean;
}

const KEY = new Uint8Array([4, 1, 2]);

/** What a browser says of a subscription. */
function subscription(name: string) {
  return {
    options: { applicationServerKey: KEY },
    toJSON: () => ({ endpoint: `https://push.example/${name}`, expirationTime: null, keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
  };
}

/** A browser that runs the worker of a server below a path. */
function world(pages: readonly OpenPage[] = []) {
  const listeners = new Map<string, (event: Record<string, unknown>) => void>();
  const shown: Shown[] = [];
  const done: string[] = [];
  const sent: { url: string; body: unknown; credentials: string }[] = [];
  const subscribed: unknown[] = [];
  const clients = pages.map(({ url, focused = false, answers }) => ({
    url,
    focused,
    focus: async () => void done.push(`focus ${url}`),
    navigate: async (to: string) => void done.push(`navigate ${url} to ${to}`),
    postMessage(data: { open: string }, [port]: MessagePort[]) {
      if (!answers) return;
      done.push(`${url} opens ${data.open}`);
      port?.postMessage('opened');
    },
  }));
  const self = {
    location: { origin: ORIGIN, href: `${SCOPE}sw.js` },
    registration: {
      scope: SCOPE,
      showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }),
      pushManager: {
        subscribe: async (options: unknown) => {
          subscribed.push(options);
          return subscription('new');
        },
      },
    },
    clients: { matchAll: async () => clients, openWindow: async (to: string) => void done.push(`open ${to}`) },
    addEventListener: (type: string, listener: (event: Record<string, unknown>) => void) => void listeners.set(type, listener),
  };
  const send = async (url: string, { body, credentials }: { body: string; credentials: string }) =>
    void sent.push({ url, body: JSON.parse(body) as unknown, credentials });
  const atOnce = (work: () => void) => setTimeout(work, 20);
  runInContext(SCRIPT, createContext({ self, URL, MessageChannel, Promise, setTimeout: atOnce, fetch: send }));
  async function fire(type: string, event: Record<string, unknown>): Promise<void> {
    let work: unknown;
    listeners.get(type)?.({ ...event, waitUntil: (given: unknown) => (work = given) });
    await work;
  }
  return {
    shown,
    done,
    sent,
    subscribed,
    change: (event: Record<string, unknown>) => fire('pushsubscriptionchange', event),
    push: (text: string | undefined) => fire('push', { data: text === undefined ? null : { json: () => JSON.parse(text) as unknown } }),
    click: (path: unknown) => fire('notificationclick', { notification: { close: () => done.push('close'), data: { path } } }),
  };
}

describe('a subscription that its push service replaces', () => {
  const told = (name: string) => ({
    url: '/lectern/api/web-push/subscriptions/renew',
    credentials: 'omit',
    body: {
      old: { endpoint: 'https://push.example/old', auth: 'a-old' },
      subscription: { endpoint: `https://push.example/${name}`, keys: { p256dh: `p-${name}`, auth: `a-${name}` } },
    },
  });

  it('is made anew for the same key of the server, which is told of it', async () => {
    const { sent, subscribed, change } = world();

    await change({ oldSubscription: subscription('old') });

    expect(subscribed).to.deep.equal([{ userVisibleOnly: true, applicationServerKey: KEY }]);
    expect(sent).to.deep.equal([told('new')]);
  });

  it('is taken as the browser made it', async () => {
    const { sent, subscribed, change } = world();

    await change({ oldSubscription: subscription('old'), newSubscription: subscription('given') });

    expect(subscribed).to.deep.equal([]);
    expect(sent).to.deep.equal([told('given')]);
  });

  it('is left to the next page where the browser does not hand out the old one', async () => {
    const { sent, subscribed, change } = world();

    await change({ oldSubscription: null, newSubscription: null });

    expect([sent, subscribed]).to.deep.equal([[], []]);
  });
});

describe('push messages in the service worker', () => {
  it('are shown with their words, their picture and the page that they lead to', async () => {
    const { shown, push } = world();

    await push(JSON.stringify({ title: 'Dune', body: 'It is here.', path: '/requests/1', icon: '/api/covers/B1', tag: 't' }));

    expect(shown).to.deep.equal([
      {
        title: 'Dune',
        options: {
          body: 'It is here.',
          icon: `${SCOPE}api/covers/B1`,
          badge: '/lectern/badge-96.png',
          data: { path: '/requests/1' },
          tag: 't',
          renotify: true,
        },
      },
    ]);
  });

  for (const [what, text] of [
    ['nothing', undefined],
    ['no JSON', 'hello'],
    ['null', 'null'],
    ['no title', '{"body":"x"}'],
  ] as const) {
    it(`are shown also if they hold ${what}`, async () => {
      const { shown, push } = world();

      await push(text);

      expect(shown.map(({ title, options }) => [title, options.body])).to.deep.equal([['Lectern', 'Open Lectern to see what is new.']]);
    });
  }

  it('take no picture from another server', async () => {
    const { shown, push } = world();

    await push(JSON.stringify({ title: 't', body: 'b', path: '/', icon: '//evil.example/a.png' }));
    await push(JSON.stringify({ title: 't', body: 'b', path: '/', icon: '/../elsewhere/a.png' }));

    expect(shown.map(({ options }) => options.icon)).to.deep.equal([`${SCOPE}/evil.example/a.png`, '/lectern/icon-192.png']);
  });

  it('open a page of this server if none is open', async () => {
    const { done, click } = world([{ url: `${ORIGIN}/other/`, answers: true }]);

    await click('/requests/1?tab=2');

    expect(done).to.deep.equal(['close', `open ${SCOPE}requests/1?tab=2`]);
  });

  it('lead an open page there, the one that has the focus if there are several', async () => {
    const [one, two] = [`${SCOPE}a`, `${SCOPE}b`];
    const { done, click } = world([
      { url: one, answers: true },
      { url: two, focused: true, answers: true },
    ]);

    await click('/requests/1');

    expect(done).to.deep.equal(['close', `focus ${two}`, `${two} opens ${SCOPE}requests/1`]);
  });

  it('load an open page anew that does not answer', async () => {
    const { done, click } = world([{ url: `${SCOPE}a`, answers: false }]);

    await click('/requests/1');

    expect(done).to.deep.equal(['close', `focus ${SCOPE}a`, `navigate ${SCOPE}a to ${SCOPE}requests/1`]);
  });

  it('lead nowhere but to pages of this server', async () => {
    for (const path of ['https://evil.example/', '/../other/', '/../../x', 'javascript:alert(1)', undefined, 7]) {
      const { done, click } = world();
      await click(path);
      expect(done).to.deep.equal(['close', `open ${SCOPE}`]);
    }
  });
});
