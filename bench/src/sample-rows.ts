import { factsOf, type RequestStatus } from '@lectern/core/testing';
import { PEOPLE } from './people.js';
import { createIds, createRandom } from './random.js';

/** Rows as a library of that size would have: `rows` books, requests and library items each. Members are columns. */
export type SampleRow = Readonly<Record<string, string | number | boolean | null>>;

/** Shares of all requests; the rest is available. */
const SHARES: Readonly<Record<Exclude<RequestStatus, 'available'>, number>> = {
  awaiting_search: 0.08,
  cancelled: 0.05,
  downloaded: 0.05,
  denied: 0.04,
  failed: 0.04,
  awaiting_approval: 0.03,
  downloading: 0.03,
  pending: 0.02,
  awaiting_release: 0.02,
  warn: 0.01,
  processing: 0.01,
  searching: 0.01,
  awaiting_import: 0.01,
};
/** Requests of others that the subscriber subscribes to, at every size: what somebody subscribes to does not grow with the server. */
const SUBSCRIBED = 100;
/** The index of live requests has each of these once for a person and a book. */
const isUnique = (status: RequestStatus): boolean => factsOf(status).life === 'live';
const WORDS = 'river glass the of winter house stone lamp last silent north garden city wolf paper salt crown'.split(' ');
const START = Date.UTC(2024, 0, 1);
const TWO_YEARS = 2 * 365 * 86_400_000;
const REGION = 'us';
export const INTEGRATION = '01990000-0000-7000-8000-000000000001';

const asinOf = (index: number): string => `B0${index.toString(36).toUpperCase().padStart(8, '0')}`;
const iso = (ms: number): string => new Date(Math.round(ms)).toISOString();

export function sampleRows(rows: number): ReadonlyMap<string, readonly SampleRow[]> {
  const random = createRandom(20);
  const idAt = createIds(random);
  const text = (words: number): string => Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const at = iso(START);

  const users = Array.from({ length: Math.max(20, Math.round(rows / 500)) }, (_, index) => {
    const username = PEOPLE[index] ?? `user${index}`;
    const role = username === 'admin' ? 'admin' : 'user';
    const base = { username, display_name: username, role, state: 'active', password_hash: null };
    return { id: idAt(START), ...base, library_identity: `local-${username}`, created_at: at, updated_at: at };
  });
  const [reader, subscriber] = users;

  const books = Array.from({ length: rows }, (_, index) => {
    const series = index % 3 === 0 ? { name: text(2), part: String(1 + (index % 9)) } : undefined;
    return {
      asin: asinOf(index),
      region: REGION,
      title: `${text(3)} ${index}`,
      subtitle: index % 4 === 0 ? text(5) : null,
      authors: JSON.stringify([{ name: text(2), id: asinOf(index % 5000) }]),
      narrators: JSON.stringify([text(2), ...(index % 5 === 0 ? [text(2)] : [])]),
      series_list: JSON.stringify(series ? [series] : []),
      series: series?.name ?? null,
      series_part: series?.part ?? null,
      duration_minutes: 200 + (index % 900),
      release_date: iso(START + random() * TWO_YEARS).slice(0, 10),
      language: 'english',
      publisher: text(2),
      isbn: null,
      description: text(120),
      cover_url: `https://covers.example/${index}.jpg`,
      genres: JSON.stringify([text(1), text(2)]),
      rating_average: 3 + random() * 2,
      rating_count: Math.floor(random() * 20_000),
      abridged: false,
      adult: false,
      fetched_at: at,
    };
  });

  const asked = new Set<string>();
  const live = new Set<string>();
  const requests: SampleRow[] = [];
  const subscribed: SampleRow[] = [];
  const counts = new Map<string, number>();
  for (let index = 0; index < rows; index += 1) {
    const lot = random();
    // a tenth is the reader's, a hundredth the subscriber's; books at the front are asked for more
    const user = (lot < 0.1 ? reader : lot < 0.11 ? subscriber : users[2 + Math.floor(random() * (users.length - 2))]) as { id: string };
    const wanted = asinOf(Math.floor(rows * random() ** 2));
    const asin = asked.has(`${user.id} ${wanted}`) ? asinOf(Math.floor(rows * random())) : wanted;
    asked.add(`${user.id} ${asin}`);
    let share = random();
    let status: RequestStatus = 'available';
    for (const [name, part] of Object.entries(SHARES) as [RequestStatus, number][]) {
      if (share < part) {
        status = name;
        break;
      }
      share -= part;
    }
    const liveKey = `${user.id} ${asin}`;
    if (isUnique(status) && live.has(liveKey)) status = 'cancelled';
    if (isUnique(status)) live.add(liveKey);
    const { group } = factsOf(status);
    const created = START + (TWO_YEARS * index) / rows;
    const since = iso(created + random() * 86_400_000);
    const id = idAt(created);
    const waits = group === 'waiting' || group === 'attention';
    const reason = { code: 'nothing_found', message: 'No indexer has a fitting release.', since, nextStep: 'The search will be repeated.' };
    requests.push({
      id,
      user_id: user.id,
      asin,
      region: REGION,
      type: 'audiobook',
      title: text(4),
      author: text(2),
      status,
      status_group: group,
      version: 3,
      status_since: since,
      reason: waits ? JSON.stringify(reason) : null,
      origin: 'manual',
      progress: status === 'downloading' ? JSON.stringify({ fraction: 0.4, bytesDone: 4e8, bytesTotal: 1e9, downBps: 3e6 }) : null,
      search_attempts: 1,
      download_attempts: group === 'completed' ? 1 : 0,
      created_at: iso(created),
      updated_at: since,
    });
    if (subscriber && user.id !== subscriber.id && subscribed.length < SUBSCRIBED && random() < (2 * SUBSCRIBED) / rows)
      subscribed.push({ request_id: id, user_id: subscriber.id, created_at: since });
    const key = `${user.id} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  const items = Array.from({ length: rows }, (_, index) => {
    const asin = index % 10 < 6 ? asinOf(index) : null;
    const base = {
      integration_id: INTEGRATION,
      library_id: 'lib',
      item_id: `item-${index}`,
      title: text(4),
      authors: '[]',
      narrators: '[]',
    };
    const match = { asin, matched_asin: asin, matched_by: asin === null ? null : 'asin', has_cover: true, seen_scan: at, missing_scans: 0 };
    return { id: idAt(START), ...base, ...match, added_at: iso(START + (TWO_YEARS * index) / rows), updated_at: at };
  });

  // one book in twenty has another edition
  const pairs = Array.from({ length: Math.floor(rows / 20) }, (_, index) => ({
    work: idAt(START),
    asins: [asinOf(index * 20), asinOf(index * 20 + 1)],
  }));
  const list = (category: string, first: number): SampleRow[] =>
    Array.from({ length: 200 }, (_, position) => ({
      region: REGION,
      category,
      position,
      asin: asinOf(first + position * 2),
      fetched_at: new Date().toISOString(),
    }));

  const integration = {
    plugin_id: 'media-audiobookshelf',
    name: 'Library',
    enabled: false,
    priority: 1,
    settings: '{}',
    plugin_version: '0.1.0',
  };
  return new Map<string, readonly SampleRow[]>([
    ['users', users],
    ['integrations', [{ id: INTEGRATION, ...integration, path_mappings: '[]', subscriptions: '[]', created_at: at, updated_at: at }]],
    ['audiobooks', books],
    ['works', pairs.map(({ work }) => ({ id: work, created_at: at }))],
    ['work_asins', pairs.flatMap(({ work, asins }) => asins.map((asin) => ({ asin, work_id: work, evidence: '[]', created_at: at })))],
    ['catalog_cache_categories', [...list('popular', 0), ...list('new-releases', 500)]],
    ['requests', requests],
    ['request_subscribers', subscribed],
    ['request_counts', [...counts].map(([key, count]) => ({ user_id: key.split(' ')[0] ?? '', status: key.split(' ')[1] ?? '', count }))],
    ['library_items', items],
  ]);
}
