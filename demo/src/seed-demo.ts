import { addShelves } from './add-shelves.js';
import type { DemoWorld } from './demo-world.js';
import { followRequest } from './follow-request.js';
import { createLecternApi } from './lectern-api.js';
import type { DemoAccount } from './set-up-lectern.js';

/** Requests of the reader, one in each state that people see. */
export interface SeededRequests {
  readonly available: string;
  readonly downloading: string;
  readonly waiting: string;
  readonly denied: string;
  readonly notFound: string;
}

/** The ids of the things that a seeded demo has. */
export interface SeededDemo {
  readonly requests: SeededRequests;
  /** Shelves of the reader. */
  readonly shelves: readonly string[];
  /** A working integration, and one that never worked. */
  readonly integration: string;
  readonly unhealthy: string;
  /** A problem that the reader reported, and an admin asked about. */
  readonly report: string;
}

interface SeedOptions {
  readonly url: string;
  readonly world: DemoWorld;
  readonly admin: DemoAccount;
  readonly user: DemoAccount;
  readonly say?: (text: string) => void;
}

/** Books of the demo catalogue that no indexer has. */
const NOBODY_HAS = 'B0DEMO0032';
const NOT_WANTED = 'B0DEMO0029';
const ASKED_FOR = ['B0DEMO0030', 'B0DEMO0035', 'B0DEMO0036'] as const;
/** Parts that two long series lack in the library; and the two series. */
const PARTS_ASKED_FOR = ['B0MERI0010', 'B0LAMP0004'] as const;
const FOLLOWED = ['B0SERI0008', 'B0SERI0009'] as const;
const NEVER_THERE = 'http://127.0.0.1:9';

async function ask({ user }: SeedOptions, asin: string): Promise<string> {
  return (await user.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin, type: 'audiobook' })).request.id;
}

async function statusBecomes({ user }: SeedOptions, id: string, wanted: readonly string[]): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const { request } = await user.api.call<{ request: { status: string } }>('GET', `/api/requests/${id}`);
    if (wanted.includes(request.status)) return;
    if (Date.now() > end) throw new Error(`A request is ${request.status} instead of ${wanted.join(' or ')}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function makeRequests(options: SeedOptions): Promise<SeededRequests> {
  const { admin, user, world } = options;
  const approve = (id: string) => admin.api.call('POST', `/api/admin/requests/${id}/approve`, {});
  const [first, second] = world.playable;
  if (!first || !second) throw new Error('The demo has too few books that can be downloaded.');

  const available = await ask(options, first.asin);
  await approve(available);
  const came = await followRequest(user.api, available, { timeoutMs: 60_000 });
  if (came !== 'available') throw new Error(`"${first.title}" ended as ${came}.`);

  // the other downloads take very long, so that one is visible in progress
  world.transmission.setSpeed({ bytesPerSecond: 200 });
  const downloading = await ask(options, second.asin);
  await approve(downloading);
  await statusBecomes(options, downloading, ['downloading']);

  const notFound = await ask(options, NOBODY_HAS);
  await approve(notFound);
  await statusBecomes(options, notFound, ['awaiting_search']);

  const denied = await ask(options, NOT_WANTED);
  await admin.api.call('POST', `/api/admin/requests/${denied}/deny`, { reason: 'We have the paper book.' });
  const [waiting = ''] = await Promise.all(ASKED_FOR.map((asin) => ask(options, asin)));
  return { available, downloading, waiting, denied, notFound };
}

/** Requests of parts of long series, and who follows those series. */
async function followSeries(options: SeedOptions): Promise<void> {
  const { admin, user } = options;
  const [first = ''] = await Promise.all(PARTS_ASKED_FOR.map((asin) => ask(options, asin)));
  await admin.api.call('POST', `/api/admin/requests/${first}/approve`, {});
  for (const seriesId of FOLLOWED) await user.api.call('POST', '/api/user/watched-series', { seriesId, mode: 'tell' });
}

/** Has Lectern look which parts the series in the library lack, which it does hourly by itself. */
async function readSeries({ admin }: SeedOptions): Promise<void> {
  const end = Date.now() + 30_000;
  await admin.api.call('POST', '/api/admin/jobs/series-gaps.refresh/run', {});
  for (;;) {
    const { total } = await admin.api.call<{ total: number }>('GET', '/api/admin/library/series-gaps');
    if (total > 0 || Date.now() > end) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A person who waits for admission, and one without a password. */
async function addPeople({ admin, url }: SeedOptions): Promise<void> {
  await admin.api.call('PATCH', '/api/admin/settings', { signIn: { registration: 'approval' }, server: { publicUrl: url } });
  await createLecternApi(url).call('POST', '/api/auth/register', {
    username: 'zoe',
    password: 'correct horse battery',
    displayName: 'Zoë Zimmer',
  });
  const bernd = {
    username: 'bernd',
    password: 'correct horse battery',
    displayName: 'Bernd-Alexander Donaudampfschifffahrt',
    role: 'user',
  };
  await admin.api.call('POST', '/api/admin/users', bernd);
}

/** An integration whose service does not answer, as if it had moved. */
async function addUnhealthy({ admin }: SeedOptions): Promise<string> {
  const settings = { baseUrl: NEVER_THERE, apiKey: 'key-of-the-cottage' };
  const body = { pluginId: 'media-audiobookshelf', name: 'The cottage', settings };
  const { integration } = await admin.api.call<{ integration: { id: string } }>('POST', '/api/admin/integrations', body);
  await admin.api.call('POST', `/api/admin/integrations/${integration.id}/check`, {});
  return integration.id;
}

/** Two problems that the reader reports: one is talked about, one is over. */
async function reportProblems({ admin, user, world }: SeedOptions): Promise<string> {
  const [first] = world.playable;
  const report = async (kind: string, text: string): Promise<string> => {
    const path = `/api/audiobooks/${first?.asin ?? ''}/report-issue`;
    return (await user.api.call<{ report: { id: string } }>('POST', path, { kind, text })).report.id;
  };
  const over = await report('sound', 'The left channel is silent from chapter 2 on.');
  await admin.api.call('POST', `/api/admin/reports/${over}/resolve`, { text: 'I took another release. Thanks!' });
  const open = await report('chapters', 'The book ends in the middle of the last chapter.\nThe cover says 12 hours.');
  await admin.api.call('POST', `/api/admin/reports/${open}/answer`, { text: 'Does it end there in the app, or also in the browser?' });
  await user.api.call('POST', `/api/reports/${open}/answer`, { text: 'In both.' });
  return open;
}

/** Uses a configured server through its public API until every page has something to show. */
export async function seedDemo(options: SeedOptions): Promise<SeededDemo> {
  const { admin, user, world, say = () => undefined } = options;
  const { items } = await admin.api.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
  const integration = items.find(({ pluginId }) => pluginId === 'indexer-prowlarr')?.id ?? '';
  const requests = await makeRequests(options);
  say('requests made: one came, one is on its way, one is not found, one is denied, some wait');
  const report = await reportProblems(options);
  say('problems reported');
  await addShelves(user.api, world.shelves.shelves);
  const shelves = await user.api.call<{ items: { id: string }[] }>('GET', '/api/user/shelves');
  say('shelves connected');
  await followSeries(options);
  say('two long series followed, and a part of each requested');
  await readSeries(options);
  await addPeople(options);
  await admin.api.call('POST', '/api/user/api-tokens', { name: 'Wall display', scopes: ['read'] });
  await admin.api.call('POST', '/api/admin/backups', {});
  say('people, a token and a backup made');
  const unhealthy = await addUnhealthy(options);
  return { requests, shelves: shelves.items.map(({ id }) => id), integration, unhealthy, report };
}
