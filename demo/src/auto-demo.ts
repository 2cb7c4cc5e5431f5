import { followRequest, type DemoAccount, type DemoWorld } from './index.js';

interface AutoDemo {
  readonly world: DemoWorld;
  readonly admin: DemoAccount;
  readonly user: DemoAccount;
  readonly say: (text: string) => void;
}

interface Integration {
  readonly id: string;
  readonly name: string;
}

interface Check {
  readonly ok: boolean;
  readonly version?: string;
  readonly error?: { readonly message: string };
}

const TIMEOUT_MS = 60_000;
const TOLD_WITHIN_MS = 10_000;

/** Prefixes everything said from now on with the elapsed seconds. */
function timed(say: AutoDemo['say']): AutoDemo['say'] {
  const started = Date.now();
  return (text) => say(`${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${text}`);
}

/** Makes a request, approves it if necessary, and follows it. @returns whether it reached `end` */
async function showRequest(
  { admin, user, say }: AutoDemo,
  wish: { asin: string; type: 'audiobook' | 'ebook' },
  end: string,
): Promise<boolean> {
  const { request } = await user.api.call<{ request: { id: string; status: string } }>('POST', '/api/requests', wish);
  if (request.status === 'awaiting_approval') await admin.api.call('POST', `/api/admin/requests/${request.id}/approve`, {});
  const status = await followRequest(user.api, request.id, { timeoutMs: TIMEOUT_MS, onLine: say, ends: [end] });
  if (status !== end) say(`It ended as ${status}.`);
  return status === end;
}

/** @returns whether both notifiers announced the book */
async function showMessages({ world, say }: AutoDemo, title: string): Promise<boolean> {
  const end = Date.now() + TOLD_WITHIN_MS;
  const told = () => ([world.discord, world.pushover] as const).map(({ messages }) => JSON.stringify(messages).includes(title));
  while (told().includes(false) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
  for (const [index, isTold] of told().entries()) say(`${['Discord', 'Pushover'][index]} was ${isTold ? '' : 'not '}told.`);
  return !told().includes(false);
}

/** Tests every integration like the Test button. @returns whether all are healthy */
async function showChecks({ admin, say }: AutoDemo): Promise<boolean> {
  const { items } = await admin.api.call<{ items: Integration[] }>('GET', '/api/admin/integrations');
  let allOk = items.length > 0;
  for (const { id, name } of items) {
    const { ok, version, error } = await admin.api.call<Check>('POST', `/api/admin/integrations/${id}/check`, {});
    say(ok ? `${name} answers${version ? ` (${version})` : ''}.` : `${name} does not answer: ${error?.message ?? 'no reason given'}`);
    allOk &&= ok;
  }
  return allOk;
}

/** Demonstrates everything without a person: an audiobook, the state of all integrations, an ebook. @returns whether all of it worked */
export async function autoDemo(demo: AutoDemo): Promise<boolean> {
  const { say, world } = demo;
  const book = world.playable[0];
  if (!book) throw new Error('The demo has no book that can be downloaded.');
  const { asin, title } = book;

  say(`\nreader asks for "${title}"`);
  const audiobook = { ...demo, say: timed(say) };
  if (!(await showRequest(audiobook, { asin, type: 'audiobook' }, 'available'))) return false;
  if (!(await showMessages(audiobook, title))) return false;

  say('\nadmin tests every integration');
  if (!(await showChecks({ ...demo, say: (text) => say(`  ${text}`) }))) return false;

  say(`\nreader asks for the ebook of "${title}"`);
  return showRequest({ ...demo, say: timed(say) }, { asin, type: 'ebook' }, 'downloaded');
}
