import { IntegrationError, isIntegrationError, type Call, type Catalog, type CatalogBook, type Page } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { PluginHost } from '../../plugin-host/index.js';
import { cleanBook, cleanBooks } from './clean-book.js';
import { toPlainLine } from './plain-text.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

/** A slice of a remote listing, cleaned. */
export interface SourcePage {
  readonly books: readonly CatalogBook[];
  /** Where the catalogue lists each book, from 0: places of entries that were dropped stay empty. */
  readonly places: ReadonlyMap<string, number>;
  /** The size of the whole listing, or at least of the part that is known. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** A shop of a catalogue. */
export interface CatalogRegion {
  readonly id: string;
  readonly name: string;
}

/** The slice of a listing that is asked for. */
export interface SourceSlice {
  readonly region: string;
  readonly page: number;
  readonly limit: number;
  readonly timeoutMs?: number | undefined;
}

/** The configured catalogues, asked in order of priority until one answers. */
export interface CatalogSource {
  isThere(): boolean;
  /** The regions of all catalogues, each once. A catalogue that does not answer counts with what it said before. */
  regions(): Promise<readonly CatalogRegion[]>;
  /** @throws ApiError 503 `catalogue_unavailable` when none answers */
  page(
    what: string,
    slice: SourceSlice,
    ask: (catalog: Catalog, call: Call) => Promise<Page<CatalogBook>> | undefined,
    signal?: AbortSignal,
  ): Promise<SourcePage>;
  /** `undefined`: no catalogue knows it. @throws ApiError 503 `catalogue_unavailable` */
  book(asin: string, region: string, timeoutMs: number): Promise<CatalogBook | undefined>;
  /** Returns the first answer. @throws ApiError 503 `catalogue_unavailable` */
  ask<T>(what: string, ask: (catalog: Catalog, call: Call) => Promise<T> | undefined, options?: AskOptions): Promise<T>;
}

export interface AskOptions {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The part of the plugin host that the catalogue uses. */
export type CatalogHost = Pick<PluginHost, 'providers' | 'instances' | 'plugin'>;

const LISTING_TIMEOUT_MS = 20_000;
const REGIONS_TIMEOUT_MS = 5_000;
const REGION_ID = /^[a-z]{2,10}$/;
const MOST_REGIONS = 100;
const NONE_CONNECTED = sentence('problem.no_catalogue');

/** The answer when no catalogue answers. */
function catalogUnavailable(detail: Sentence, cause?: unknown): ApiError {
  return new ApiError('catalogue_unavailable', detail, { cause });
}

/** Whether an error says that no catalogue answered. */
export function isCatalogUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'catalogue_unavailable';
}

function isCausedBy(error: unknown, code: IntegrationError['code']): boolean {
  return (
    isCatalogUnavailable(error) && isIntegrationError((error as Error).cause) && (error as { cause: IntegrationError }).cause.code === code
  );
}

/** Whether it is unavailable only because no catalogue offers this. */
export function isUnsupported(error: unknown): boolean {
  return isCausedBy(error, 'INTEGRATION_UNSUPPORTED');
}

/** Whether every catalogue that offers this answered that it does not have it. */
export function isUnknownToCatalog(error: unknown): boolean {
  return isCausedBy(error, 'INTEGRATION_NOT_FOUND');
}

/** When a catalogue that limits how often it is asked can be asked again. */
function whenAgain(retryAfterMs: number | undefined): Sentence {
  if (retryAfterMs === undefined) return sentence('problem.in_a_few_minutes');
  const minutes = Math.ceil(retryAfterMs / 60_000);
  return minutes <= 60 ? sentence('problem.in_minutes', { minutes: Math.max(1, minutes) }) : sentence('problem.later');
}

/** How much a fault says of all catalogues together: one that is silent may have what another one lacks. */
function weightOf(error: unknown): number {
  if (!isIntegrationError(error)) return 2;
  return error.code === 'INTEGRATION_UNSUPPORTED' ? 0 : error.code === 'INTEGRATION_NOT_FOUND' ? 1 : 2;
}

export function createCatalogSource({ host, log }: { readonly host: CatalogHost; readonly log: Pick<Logger, 'warn'> }): CatalogSource {
  /** One that is given a rest, or could not start, is connected all the same: only `providers` leaves it out. */
  const connected = () =>
    host.instances().filter(({ pluginId, state }) => state !== 'disabled' && host.plugin(pluginId)?.provides.includes('catalog') === true);

  /** Names who is to blame, because several catalogues can be connected. */
  function silence(fault: unknown): Sentence {
    const instances = connected();
    if (instances.length === 0) return NONE_CONNECTED;
    const names = instances.flatMap(({ name }) => toPlainLine(name, 100) ?? []);
    const of = names.length === 0 ? undefined : names;
    if (isIntegrationError(fault) && fault.code === 'INTEGRATION_RATE_LIMITED') {
      const when = whenAgain(fault.retryAfterMs);
      return of === undefined
        ? sentence('problem.catalogue_limited', { when })
        : sentence('problem.catalogue_limited_named', { names: of, when });
    }
    return of === undefined ? sentence('problem.catalogue_silent') : sentence('problem.catalogue_silent_named', { names: of });
  }

  const saidRegions = new Map<string, readonly CatalogRegion[]>();

  async function ask<T>(
    what: string,
    run: (catalog: Catalog, call: Call) => Promise<T> | undefined,
    { timeoutMs = LISTING_TIMEOUT_MS, signal }: AskOptions = {},
    isAnswer: (value: T) => boolean = () => true,
  ): Promise<T> {
    let fault: unknown;
    let last: { readonly value: T } | undefined;
    for (const provider of host.providers('catalog')) {
      try {
        const value = await provider.call(
          what,
          (catalog, call) => {
            const answer = run(catalog, call);
            if (answer === undefined) throw new IntegrationError('INTEGRATION_UNSUPPORTED', `${provider.name} does not offer ${what}.`);
            return answer;
          },
          { timeoutMs, signal },
        );
        if (isAnswer(value)) return value;
        last = { value };
      } catch (error) {
        signal?.throwIfAborted();
        const weight = weightOf(error);
        if (weight === 2) log.warn({ err: error, integration: provider.integrationId, what }, 'catalogue did not answer');
        if (fault === undefined || weight >= weightOf(fault)) fault = error;
      }
    }
    if (last && fault === undefined) return last.value;
    throw catalogUnavailable(silence(fault), fault);
  }

  return {
    isThere: () => host.providers('catalog').length > 0,
    ask: (what, run, options) => ask(what, run, options),
    async regions() {
      for (const provider of host.providers('catalog')) {
        const said = await provider
          .call('regions', async ({ regions }) => regions, { timeoutMs: REGIONS_TIMEOUT_MS })
          .catch(() => undefined);
        if (said) saidRegions.set(provider.integrationId, said.slice(0, MOST_REGIONS));
      }
      const there = new Set(connected().map(({ integrationId }) => integrationId));
      const byId = new Map<string, CatalogRegion>();
      for (const [integrationId, said] of saidRegions) {
        if (!there.has(integrationId)) continue;
        for (const { id, name } of said) {
          if (REGION_ID.test(id) && !byId.has(id)) byId.set(id, { id, name: toPlainLine(name, 100) ?? id });
        }
      }
      return [...byId.values()];
    },
    async page(what, { region, page, limit, timeoutMs }, run, signal) {
      const answer = await ask(what, run, { signal, timeoutMs });
      // without this, a plugin that sends more than a page would fill pages, and checks of followed listings, without bound
      const items = answer.items.slice(0, limit);
      const known = (page - 1) * limit + items.length;
      const hasMore = answer.next !== undefined || (answer.total !== undefined && page * limit < answer.total && items.length > 0);
      const places = new Map<string, number>();
      for (const [index, { asin }] of items.entries()) {
        const key = String(asin).toUpperCase();
        if (!places.has(key)) places.set(key, (page - 1) * limit + index);
      }
      const total = Math.max(answer.total ?? 0, known + (hasMore ? 1 : 0));
      return { books: await cleanBooks(items, region), places, total, hasMore };
    },
    async book(asin, region, timeoutMs) {
      const found = await ask<CatalogBook | undefined>(
        'book',
        (catalog, call) => catalog.book(asin, { ...call, region }),
        { timeoutMs },
        (book) => book !== undefined,
      );
      return found && cleanBook(found, region);
    },
  };
}
