import { factsOf, type RequestStatus } from '@lectern/core/testing';
import { PEOPLE } from './people.js';
import { createIds, createRandom } from './random.js';
import { asinOf, REGION, START, STARTED_AT, type SampleRow } from './sample-row.js';
import { catalogueRow, categoryRows, followedRows, homeRows, likelyOf, likelyRows, listRows, releaseOf } from './sample-shelf.js';

type UserRow = SampleRow & { readonly id: string };

/** Shares of all requests; the rest are available. */
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
/**
 * Number of others' requests that the subscriber subscribes to, at every size, because a person's subscriptions do not
 * grow with the server.
 */
const SUBSCRIBED = 100;
/** The index of live requests has each of these once for a person and a book. */
const isUnique = (status: RequestStatus): boolean => factsOf(status).life === 'live';
const WORDS = 'river glass the of winter house stone lamp last silent north garden city wolf paper salt crown'.split(' ');
/** Words that few titles have, as real ones do: databases guess how frequent a word is from how the others are. */
const RARE_WORDS = 2_000;
const RARE = 0.1;
const TWO_YEARS = 2 * 365 * 86_400_000;
const INTEGRATION = '01990000-0000-7000-8000-000000000001';

const iso = (ms: number): string => new Date(Math.round(ms)).toISOString();

/** The random source of all tables. Each draw advances the same sequence, so the order of the calls matters. */
interface Lots {
  readonly random: () => number;
  readonly idAt: (ms: number) => string;
  readonly text: (words: number) => string;
}

function wordOf(random: () => number): string {
  if (random() < RARE) return `x${Math.floor(RARE_WORDS * random() ** 2).toString(36)}word`;
  return WORDS[Math.floor(random() * WORDS.length)] ?? '';
}

function createLots(): Lots {
  const random = createRandom(20);
  return {
    random,
    idAt: createIds(random),
    text: (words) => Array.from({ length: words }, () => wordOf(random)).join(' '),
  };
}

/** The rows of a library of a given size: `rows` books, requests and library items each, by table. */
export function sampleRows(rows: number): ReadonlyMap<string, readonly SampleRow[]> {
  const lots = createLots();
  const users = userRows(rows, lots);
  const books = bookRows(rows, lots);
  const { requests, subscribed, counts } = requestRows(rows, users, lots);
  const items = itemRows(rows, lots);
  const reader = users[0]?.id ?? '';
  // one book in twenty has another edition
  const pairs = Array.from({ length: Math.floor(rows / 20) }, (_, index) => ({
    work: lots.idAt(START),
    asins: [asinOf(index * 20), asinOf(index * 20 + 1)],
  }));
  return new Map<string, readonly SampleRow[]>([
    ['users', users],
    ['integrations', [integrationRow(), catalogueRow()]],
    ['audiobooks', books],
    ['works', pairs.map(({ work }) => ({ id: work, created_at: STARTED_AT }))],
    [
      'work_asins',
      pairs.flatMap(({ work, asins }) => asins.map((asin) => ({ asin, work_id: work, evidence: '[]', created_at: STARTED_AT }))),
    ],
    ['catalog_cache_categories', listRows()],
    ['catalog_categories', categoryRows()],
    ['user_home_sections', homeRows(reader)],
    ['watched_series', followedRows(reader)],
    ['requests', requests],
    ['request_subscribers', subscribed],
    ['request_counts', counts],
    ['library_items', items],
    ['library_likely_matches', likelyRows(items)],
  ]);
}

function userRows(rows: number, { idAt }: Lots): readonly UserRow[] {
  return Array.from({ length: Math.max(20, Math.round(rows / 500)) }, (_, index) => {
    const username = PEOPLE[index] ?? `user${index}`;
    return {
      id: idAt(START),
      username,
      display_name: username,
      role: username === 'admin' ? 'admin' : 'user',
      state: 'active',
      password_hash: null,
      library_identity: `local-${username}`,
      created_at: STARTED_AT,
      updated_at: STARTED_AT,
    };
  });
}

function integrationRow(): SampleRow {
  return {
    id: INTEGRATION,
    plugin_id: 'media-audiobookshelf',
    name: 'Library',
    enabled: false,
    priority: 1,
    settings: '{}',
    plugin_version: '0.1.0',
    path_mappings: '[]',
    subscriptions: '[]',
    created_at: STARTED_AT,
    updated_at: STARTED_AT,
  };
}

function bookRows(rows: number, { random, text }: Lots): readonly SampleRow[] {
  return Array.from({ length: rows }, (_, index) => {
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
      release_date: releaseOf(index, iso(START + random() * TWO_YEARS).slice(0, 10)),
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
      fetched_at: STARTED_AT,
    };
  });
}

/** A tenth of the requests belongs to the reader, a hundredth to the subscriber. */
function requesterOf(users: readonly UserRow[], random: () => number): UserRow {
  const [reader, subscriber] = users;
  const lot = random();
  return (lot < 0.1 ? reader : lot < 0.11 ? subscriber : users[2 + Math.floor(random() * (users.length - 2))]) as UserRow;
}

function statusOf(share: number): RequestStatus {
  let left = share;
  for (const [name, part] of Object.entries(SHARES) as [RequestStatus, number][]) {
    if (left < part) return name;
    left -= part;
  }
  return 'available';
}

interface Requests {
  readonly requests: readonly SampleRow[];
  readonly subscribed: readonly SampleRow[];
  readonly counts: readonly SampleRow[];
}

function requestRows(rows: number, users: readonly UserRow[], lots: Lots): Requests {
  const { random } = lots;
  const subscriber = users[1];
  const asked = new Set<string>();
  const live = new Set<string>();
  const requests: SampleRow[] = [];
  const subscribed: SampleRow[] = [];
  const counts = new Map<string, number>();
  for (let index = 0; index < rows; index += 1) {
    const user = requesterOf(users, random);
    // books at the front are requested more often
    const wanted = asinOf(Math.floor(rows * random() ** 2));
    const asin = asked.has(`${user.id} ${wanted}`) ? asinOf(Math.floor(rows * random())) : wanted;
    const liveKey = `${user.id} ${asin}`;
    asked.add(liveKey);
    const drawn = statusOf(random());
    const status = isUnique(drawn) && live.has(liveKey) ? 'cancelled' : drawn;
    if (isUnique(status)) live.add(liveKey);
    const request = requestRow({ user, asin, status, created: START + (TWO_YEARS * index) / rows }, lots);
    requests.push(request);
    if (subscriber && user.id !== subscriber.id && subscribed.length < SUBSCRIBED && random() < (2 * SUBSCRIBED) / rows)
      subscribed.push({ request_id: request.id, user_id: subscriber.id, created_at: request.status_since });
    const key = `${user.id} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    requests,
    subscribed,
    counts: [...counts].map(([key, count]) => ({ user_id: key.split(' ')[0] ?? '', status: key.split(' ')[1] ?? '', count })),
  };
}

interface DrawnRequest {
  readonly user: UserRow;
  readonly asin: string;
  readonly status: RequestStatus;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

function requestRow({ user, asin, status, created }: DrawnRequest, { random, idAt, text }: Lots) {
  const { group } = factsOf(status);
  const since = iso(created + random() * 86_400_000);
  const waits = group === 'waiting' || group === 'attention';
  const reason = { code: 'nothing_found', message: 'No indexer has a fitting release.', since, nextStep: 'The search will be repeated.' };
  return {
    id: idAt(created),
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
  };
}

const MATCHED = { look_up_at: '', likely_score: null } as const;

function itemRows(rows: number, { idAt, text }: Lots): readonly SampleRow[] {
  return Array.from({ length: rows }, (_, index) => {
    const asin = index % 10 < 6 ? asinOf(index) : null;
    const title = text(4);
    return {
      id: idAt(START),
      integration_id: INTEGRATION,
      library_id: 'lib',
      item_id: `item-${index}`,
      title,
      authors: '[]',
      narrators: '[]',
      asin,
      matched_asin: asin,
      matched_by: asin === null ? null : 'asin',
      ...(asin === null ? likelyOf(4 * Math.floor(index / 10) + (index % 10) - 6) : MATCHED),
      has_cover: true,
      seen_scan: STARTED_AT,
      missing_scans: 0,
      added_at: iso(START + (TWO_YEARS * index) / rows),
      updated_at: STARTED_AT,
    };
  });
}
