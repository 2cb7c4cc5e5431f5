import { answering, changed, emptied, failing, loading } from './browser-states.js';
import { click, type LookedAt } from './looked-at.js';

const MONTHS = [3, 5, 2, 6, 4, 7, 9, 5, 8, 6, 11, 7];
const most = (rows: Readonly<Record<string, number>>) => Object.entries(rows).map(([name, requests]) => ({ name, requests }));
const from = (rows: Readonly<Record<string, number>>) => Object.entries(rows).map(([name, books]) => ({ name, books }));

/** A year of a household; the demo has lived for minutes. */
function ofAYear(answer: Record<string, unknown>): object {
  const months = MONTHS.map((audiobooks, index) => {
    const at = new Date();
    at.setUTCDate(1);
    at.setUTCMonth(at.getUTCMonth() - MONTHS.length + 1 + index);
    return { month: at.toISOString().slice(0, 7), audiobooks, ebooks: index % 3, minutes: audiobooks * 640 };
  });
  const audiobooks = MONTHS.reduce((sum, count) => sum + count, 0);
  return {
    ...answer,
    requests: 92,
    audiobooks,
    ebooks: 12,
    minutes: audiobooks * 640,
    months,
    wait: { median: 1_560, ninetieth: 61_200 },
    ended: { arrived: 85, failed: 3, denied: 1, cancelled: 2 },
    indexers: from({ 'Story Harbour': 61, 'Quiet Cove': 24 }),
    clients: from({ Transmission: 58, SABnzbd: 27 }),
    origins: [
      { origin: 'manual', books: 52 },
      { origin: 'shelf', books: 21 },
      { origin: 'watch-series', books: 12 },
    ],
    authors: most({ 'L. M. Montgomery': 14, 'Arthur Conan Doyle': 11, 'Jules Verne': 9, 'Jane Austen': 6 }),
    narrators: most({ 'Eleanor Whitcombe': 12, 'Ralph Cosham': 9, 'Juliet Stevenson': 8 }),
    series: most({ 'Anne of Green Gables': 8, 'Sherlock Holmes': 7, Oz: 5 }),
  };
}

function withPeople(answer: Record<string, unknown>): object {
  const person = (name: string, requests: number, arrived: number) => ({ userId: null, name, requests, arrived });
  return { ...ofAYear(answer), people: [person('Rita Reader', 41, 38), person('Bernd-Alexander Donau', 30, 27), person('Zoë', 21, 20)] };
}

const ID = '00000000-0000-4000-8000-000000000001';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function webhook(index: number, name: string, url: string, rest: object): object {
  const quiet = { events: null, enabled: true, waiting: 0, failingSince: null, pausedBecause: null, deliveredAt: ago(12) };
  return { id: ID.replace(/1$/, String(index)), name, url, ...quiet, createdAt: ago(9_000), ...rest };
}

const WEBHOOKS = [
  changed('/api/admin/webhooks', (answer) => ({
    ...answer,
    items: [
      webhook(1, 'Lights of the living room', 'https://home.example/hooks/books', {}),
      webhook(2, 'Donaudampfschifffahrtsgesellschaftskapitänswitwe', `https://a.example/${'long-path-'.repeat(12)}`, {
        waiting: 4,
        failingSince: ago(95),
      }),
      webhook(3, 'Archive', 'https://archive.example/in', { enabled: false, deliveredAt: null }),
      webhook(4, 'Garden', 'https://garden.example/in', { enabled: false, failingSince: ago(9_000), pausedBecause: 'failing' }),
    ],
  })),
];

function delivery(index: number, event: string, rest: object): object {
  const body = { id: `evt-${index}`, event, at: ago(index * 30), data: { book: { title: 'The Time Machine', asin: 'B0DEMO0001' } } };
  const facts = { attempts: 1, nextAt: null, triedAt: ago(index * 30), status: 200, answer: '{"heard":true}', error: null, tookMs: 38 };
  return { id: ID.replace(/1$/, String(index)), state: 'delivered', body, ...facts, ...rest };
}

const DELIVERIES = answering(`/api/admin/webhooks/${ID}/deliveries`, {
  page: 1,
  limit: 20,
  total: 4,
  items: [
    delivery(1, 'request_available', {}),
    delivery(2, 'request_error', { state: 'queued', attempts: 3, nextAt: ago(-4), status: 503, answer: 'try later', error: 'HTTP 503' }),
    delivery(3, 'test', { state: 'failed', attempts: 1, status: null, answer: null, error: 'It did not answer within 10 seconds.' }),
    delivery(4, 'request_approved', {}),
  ],
});

const MAIL = changed('/api/admin/mail', (answer) => ({
  ...answer,
  settings: { host: 'smtp.example', port: 587, security: 'starttls', username: 'books', senderAddress: 'books@home.example' },
  secretsSet: ['password'],
}));

/** What was done, and what leaves the server. */
export const SERVICE_PAGES: readonly LookedAt[] = [
  { name: 'statistics', path: '/statistics', as: 'reader', full: true, state: changed('/api/statistics', ofAYear) },
  {
    name: 'statistics-household',
    path: '/statistics?of=household',
    full: true,
    state: changed('/api/admin/statistics', withPeople),
  },
  { name: 'statistics-few', path: '/statistics', full: true },
  { name: 'statistics-empty', path: '/statistics', as: 'bernd' },
  { name: 'statistics-error', path: '/statistics', state: failing('/api/statistics') },
  { name: 'statistics-loading', path: '/statistics', state: loading('/api/statistics') },
  { name: 'logs-warnings', path: '/admin/logs?level=warn' },
  { name: 'webhooks', path: '/admin/webhooks', full: true, state: WEBHOOKS },
  { name: 'webhooks-empty', path: '/admin/webhooks', state: emptied('/api/admin/webhooks') },
  { name: 'webhooks-error', path: '/admin/webhooks', state: failing('/api/admin/webhooks') },
  { name: 'webhook-add', path: '/admin/webhooks', act: click('button', 'Add webhook') },
  { name: 'webhook-log', path: `/admin/webhooks/${ID}`, full: true, state: [...WEBHOOKS, DELIVERIES] },
  { name: 'mail', path: '/admin/mail', full: true },
  { name: 'mail-set-up', path: '/admin/mail', full: true, state: MAIL },
  { name: 'mail-remove', path: '/admin/mail', state: MAIL, act: click('button', /^Remove/) },
];
