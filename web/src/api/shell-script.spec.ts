import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';

const SCRIPT = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8');
const ORIGIN = 'https://books.example';
const VERSION = '0123456789abcdef';

type Listener = (event: Record<string, unknown>) => void;
const file = (text: string, type: string) => new Response(text, { headers: { 'content-type': type } });
const PAGE = () => file(`<meta name="lectern-version" content="${VERSION}" />`, 'text/html');

/** A browser that runs the worker, and a server that gives each address the answer that `served` has for it. */
function world() {
  const listeners = new Map<string, Listener>();
  const stores = new Map<string, Map<string, Response>>();
  const asked: string[] = [];
  const served = new Map<string, () => Response>([
    ['/', PAGE],
    ...['/boot.js', '/icon.svg', '/apple-touch-icon.png', '/manifest.webmanifest', '/assets/a.js', '/assets/late.js'].map(
      (path): [string, () => Response] => [path, () => file('// file', 'text/javascript')],
    ),
  ]);
  let skipped = 0;
  const pathOf = (request: string | Request) => {
    const { pathname, search } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
    return pathname + search;
  };
  const fetched = async (request: string | Request) => {
    asked.push(pathOf(request));
    return served.get(pathOf(request))?.() ?? new Response('', { status: 404 });
  };
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      const put = async (request: string | Request, response: Response) => void store.set(pathOf(request), response);
      return {
        put,
        match: async (request: string | Request) => store.get(pathOf(request))?.clone(),
        addAll: async (requests: (string | Request)[]) => {
          const responses = await Promise.all(requests.map(fetched));
          if (responses.some(({ ok }) => !ok)) throw new TypeError('not ok');
          await Promise.all(requests.map((request, index) => put(request, responses[index] as Response)));
        },
      };
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  const self = {
    SHELL: { version: VERSION, files: ['assets/a.js'] },
    location: { origin: ORIGIN, href: `${ORIGIN}/sw.js` },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    skipWaiting: () => void (skipped += 1),
    clients: { claim: async () => undefined },
  };
  // requests of the worker may be relative
  const Relative = class extends Request {
    constructor(address: string, init?: RequestInit) {
      super(new URL(address, ORIGIN), init);
    }
  };
  runInContext(SCRIPT, createContext({ self, caches, fetch: fetched, Request: Relative, URL, setTimeout, Promise }));
  const fire = (type: string, event: Record<string, unknown>) => listeners.get(type)?.(event);
  return {
    asked,
    served,
    stores,
    skipped: () => skipped,
    fire,
    async install(): Promise<void> {
      let done: unknown;
      fire('install', { waitUntil: (work: unknown) => (done = work) });
      await done;
    },
    async get(path: string, mode = 'cors'): Promise<Response | undefined> {
      let answer: Promise<Response> | undefined;
      const request = { url: new URL(path, ORIGIN).href, method: 'GET', mode };
      fire('fetch', { request, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer;
    },
  };
}

describe('the service worker', () => {
  const login = () => file('<form>Sign in to the proxy</form>', 'text/html; charset=utf-8');

  for (const path of ['/', '/assets/a.js', '/boot.js']) {
    it(`is not installed with a proxy's own page in place of ${path}`, async () => {
      const { served, stores, install } = world();
      served.set(path, login);

      expect(await install().catch(() => 'refused')).to.equal('refused');
      expect([...stores.keys()]).to.deep.equal([]);
    });
  }

  it('is not installed with the page of another version', async () => {
    const { served, install } = world();
    served.set('/', () => file('<meta name="lectern-version" content="fedcba9876543210" />', 'text/html'));

    expect(await install().catch(() => 'refused')).to.equal('refused');
  });

  it("keeps no proxy's page in place of a file that is asked for later", async () => {
    const { served, get, install } = world();
    await install();
    served.set('/assets/late.js', login);
    await get('/assets/late.js');
    served.set('/assets/late.js', () => file('// file', 'text/javascript'));

    expect(await (await get('/assets/late.js'))?.text()).to.equal('// file');
  });

  it('sends what is shared with the app nowhere, however long it is', async () => {
    const { asked, get, install } = world();
    await install();
    asked.splice(0);
    const answer = await get(`/share?text=${'secret+'.repeat(10_000)}`, 'navigate');

    expect(await answer?.text()).to.include(VERSION);
    expect(asked).to.deep.equal(['/']);
  });

  it('asks the server for other pages by their address, and leaves the API alone', async () => {
    const { asked, served, get, install } = world();
    await install();
    asked.splice(0);
    served.set('/requests?page=2', PAGE);
    await get('/requests?page=2', 'navigate');

    expect(asked).to.deep.equal(['/requests?page=2']);
    expect(await get('/api/auth/me')).to.equal(undefined);
  });

  it('says of which version it is, and takes over only when it is told to', async () => {
    const { fire, skipped } = world();
    const said: unknown[] = [];
    fire('message', { data: 'version', ports: [{ postMessage: (answer: unknown) => said.push(answer) }] });
    const before = skipped();
    fire('message', { data: 'take-over', ports: [] });

    expect([said, before, skipped()]).to.deep.equal([[VERSION], 0, 1]);
  });
});
