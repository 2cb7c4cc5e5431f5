/**
 * Shapes of Prowlarr's API v1 answers (its openapi.json). Only the members in use are checked; unknown ones are
 * ignored, and Prowlarr leaves out members that are null.
 */

/** An entry of `/api/v1/indexer`. */
export interface RemoteIndexer {
  readonly id: number;
  readonly name: string;
  readonly enable: boolean;
  readonly protocol: string;
  /** 1 is best, 50 is last. */
  readonly priority: number;
  readonly tags: readonly number[];
  readonly supportsSearch: boolean;
  readonly supportsRss: boolean;
  readonly categories: readonly RemoteCategory[];
}

/** A category, without its children. */
export interface RemoteCategory {
  readonly id: number;
  readonly name: string;
}

/** An entry of `/api/v1/indexerstatus`: an indexer in back-off. Times in milliseconds since the epoch. */
export interface RemoteIndexerStatus {
  readonly indexerId: number;
  readonly disabledTill?: number;
  readonly mostRecentFailure?: number;
}

/** An entry of `/api/v1/search`. */
export interface RemoteRelease {
  readonly guid: string;
  readonly title: string;
  readonly indexerId: number;
  readonly indexer?: string;
  readonly size?: number;
  readonly grabs?: number;
  readonly seeders?: number;
  readonly leechers?: number;
  readonly publishDate?: string;
  readonly protocol?: string;
  readonly infoUrl?: string;
  readonly infoHash?: string;
  readonly downloadUrl?: string;
  readonly magnetUrl?: string;
  readonly flags: readonly string[];
  readonly categories: readonly number[];
  readonly files?: number;
}

/** `/api/v1/system/status`. */
export interface RemoteStatus {
  readonly appName?: string;
  readonly version?: string;
}

/** An entry of `/api/v1/health`. */
export interface RemoteHealth {
  readonly type: string;
  readonly message: string;
}

type Loose = Readonly<Record<string, unknown>>;

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function time(value: unknown): number | undefined {
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

function loose(value: unknown): Loose[] {
  return Array.isArray(value) ? value.filter(isLoose) : [];
}

function integers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((entry): entry is number => Number.isInteger(entry)) : [];
}

function flattenCategories(value: unknown): RemoteCategory[] {
  return loose(value).flatMap((entry) => [
    ...(Number.isInteger(entry.id) ? [{ id: entry.id as number, name: text(entry.name) ?? String(entry.id as number) }] : []),
    ...flattenCategories(entry.subCategories),
  ]);
}

/** @returns `undefined` when the answer is not a list */
export function readCategories(body: unknown): RemoteCategory[] | undefined {
  return Array.isArray(body) ? flattenCategories(body) : undefined;
}

/** @returns `undefined` when the answer is not a list */
export function readIndexers(body: unknown): RemoteIndexer[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return loose(body)
    .filter((entry) => Number.isInteger(entry.id))
    .map((entry) => ({
      id: entry.id as number,
      name: text(entry.name) ?? `Indexer ${entry.id as number}`,
      enable: entry.enable === true,
      protocol: text(entry.protocol) ?? 'unknown',
      priority: count(entry.priority) ?? 25,
      tags: integers(entry.tags),
      supportsSearch: entry.supportsSearch !== false,
      supportsRss: entry.supportsRss !== false,
      categories: isLoose(entry.capabilities) ? flattenCategories(entry.capabilities.categories) : [],
    }));
}

/** @returns `undefined` when the answer is not a list */
export function readIndexerStatuses(body: unknown): RemoteIndexerStatus[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return loose(body)
    .filter((entry) => Number.isInteger(entry.indexerId))
    .map((entry) => ({
      indexerId: entry.indexerId as number,
      disabledTill: time(entry.disabledTill),
      mostRecentFailure: time(entry.mostRecentFailure),
    }));
}

/** @returns `undefined` when the answer is not a list; entries without guid or title are left out */
export function readReleases(body: unknown): RemoteRelease[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return loose(body).flatMap((entry) => {
    const guid = text(entry.guid);
    const title = text(entry.title);
    if (guid === undefined || title === undefined || !Number.isInteger(entry.indexerId)) return [];
    return [
      {
        guid,
        title,
        indexerId: entry.indexerId as number,
        indexer: text(entry.indexer),
        size: count(entry.size),
        grabs: count(entry.grabs),
        files: count(entry.files),
        seeders: count(entry.seeders),
        leechers: count(entry.leechers),
        publishDate: text(entry.publishDate),
        protocol: text(entry.protocol),
        infoUrl: text(entry.infoUrl),
        infoHash: text(entry.infoHash),
        downloadUrl: text(entry.downloadUrl),
        magnetUrl: text(entry.magnetUrl),
        flags: Array.isArray(entry.indexerFlags) ? entry.indexerFlags.filter((flag): flag is string => typeof flag === 'string') : [],
        categories: loose(entry.categories).flatMap((category) => (Number.isInteger(category.id) ? [category.id as number] : [])),
      },
    ];
  });
}

/** @returns label by tag id */
export function readTags(body: unknown): Map<number, string> {
  return new Map(loose(body).flatMap((tag) => (Number.isInteger(tag.id) ? [[tag.id as number, text(tag.label) ?? ''] as const] : [])));
}

/** Reads the answer of `/api/v1/system/status`. */
export function readStatus(body: unknown): RemoteStatus {
  return isLoose(body) ? { appName: text(body.appName), version: text(body.version) } : {};
}

/** Reads the answer of `/api/v1/health`. */
export function readHealth(body: unknown): RemoteHealth[] {
  return loose(body).map((entry) => ({ type: text(entry.type) ?? 'notice', message: text(entry.message) ?? '' }));
}

/** The `message` of an error answer. Its `description` may be a stack trace and is never read. */
export function readErrorMessage(body: unknown): string | undefined {
  if (isLoose(body)) return text(body.message);
  const sentences = loose(body).flatMap((entry) => text(entry.errorMessage) ?? []);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
