import { IntegrationError, isIntegrationError, type Call, type Catalog, type CatalogBook, type Page } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { PluginHost } from '../../plugin-host/index.js';
import { cleanBook, cleanBooks } from './clean-book.js';

/** A slice of a remote listing, cleaned. */
export interface SourcePage {
  readonly books: readonly CatalogBook[];
  /** The size of the whole listing, or at least of the part that is known. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** The configured catalogues, asked in order of priority until one answers. */
export interface CatalogSource {
  isThere(): boolean;
  /** @throws ApiError 503 `catalogue_unavailable` when none answers */
  page(
    what: string,
    slice: { readonly region: string; readonly page: number; readonly limit: number },
    ask: (catalog: Catalog, call: Call) => Promise<Page<CatalogBook>> | undefined,
    signal?: AbortSignal,
  ): Promise<SourcePage>;
  /** `undefined`: no catalogue knows it. @throws ApiError 503 `catalogue_unavailable` */
  book(asin: string, region: string, timeoutMs: number): Promise<CatalogBook | undefined>;
  /** Returns the first answer. @throws ApiError 503 `catalogue_unavailable` */
  ask<T>(what: string, ask: (catalog: Catalog, call: Call) => Promise<T> | undefined, options?: AskOptions): Promise<T>;
}

export interface AskOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The part of the plugin host that the catalogue uses. */
export type CatalogHost = Pick<PluginHost, 'providers' | 'instances' | 'plugin'>;

const LISTING_TIMEOUT_MS = 20_000;
const DOES_NOT_ANSWER = 'The catalogue is not answering at the moment. Try again in a few minutes.';
const NONE_CONNECTED = 'No catalogue is connected. An admin can connect one under Admin, Integrations.';

/** The answer when no catalogue answers. */
function catalogUnavailable(detail: string, cause?: unknown): ApiError {
  return new ApiError('catalogue_unavailable', detail, { cause });
}

/** Whether an error says that no catalogue answered. */
export function isCatalogUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'catalogue_unavailable';
}

/** Whether it is unavailable only because no catalogue offers this. */
export function isUnsupported(error: unknown): boolean {
  return (
    isCatalogUnavailable(error) &&
    isIntegrationError((error as Error).cause) &&
    (error as { cause: IntegrationError }).cause.code === 'INTEGRATION_UNSUPPORTED'
  );
}

export function createCatalogSource({ host, log }: { readonly host: CatalogHost; readonly log: Pick<Logger, 'warn'> }): CatalogSource {
  /** One that is given a rest, or could not start, is connected all the same: only `providers` leaves it out. */
  const isConnected = (): boolean =>
    host.instances().some(({ pluginId, state }) => state !== 'disabled' && host.plugin(pluginId)?.provides.includes('catalog') === true);

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
        const isMissing = isIntegrationError(error) && error.code === 'INTEGRATION_UNSUPPORTED';
        if (!isMissing) log.warn({ err: error, integrationId: provider.integrationId, what }, 'catalogue did not answer');
        if (!isMissing || fault === undefined) fault = error;
      }
    }
    if (last && fault === undefined) return last.value;
    throw catalogUnavailable(isConnected() ? DOES_NOT_ANSWER : NONE_CONNECTED, fault);
  }

  return {
    isThere: () => host.providers('catalog').length > 0,
    ask: (what, run, options) => ask(what, run, options),
    async page(what, { region, page, limit }, run, signal) {
      const answer = await ask(what, run, { signal });
      // without this, a plugin that sends more than a page would fill pages, and checks of followed listings, without bound
      const items = answer.items.slice(0, limit);
      const known = (page - 1) * limit + items.length;
      const hasMore = answer.next !== undefined || (answer.total !== undefined && page * limit < answer.total && items.length > 0);
      return { books: await cleanBooks(items, region), total: Math.max(answer.total ?? 0, known + (hasMore ? 1 : 0)), hasMore };
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
