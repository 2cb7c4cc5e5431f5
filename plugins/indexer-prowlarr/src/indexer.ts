import type { Indexer, PluginContext, SearchOutcome } from '@lectern/plugin-api';
import { askIndexer, type Asking, type SourceAnswer } from './ask-indexer.js';
import type { ProwlarrClient } from './client.js';
import { fault } from './fault.js';
import { mergeReleases } from './merge-releases.js';
import { readFeed } from './read-feed.js';
import { resolveRelease } from './resolve.js';
import type { RemoteIndexer } from './schema.js';
import { categoriesFor, type ProwlarrSettings } from './settings.js';
import { selectSources, type Selection } from './sources.js';

const RESOLVE_TIMEOUT_MS = 60_000;
/** A search that takes longer than two minutes is cancelled as a whole, including what the quick indexers found. */
const LONGEST_ANSWER_MS = 110_000;

/** Implements the extension point with a client. */
export function createIndexer(ctx: PluginContext<ProwlarrSettings>, client: ProwlarrClient): Indexer {
  const { settings, log } = ctx;

  /** Determines the indexers to query. Throws if Prowlarr itself does not answer. */
  async function select(
    categories: readonly number[],
    supports: (indexer: RemoteIndexer) => boolean,
    signal: AbortSignal,
  ): Promise<{ selection: Selection; asking: Asking }> {
    const [indexers, statuses, tags] = await Promise.all([
      client.indexers(signal),
      client.indexerStatuses(signal),
      settings.tags.length > 0 ? client.tags(signal) : new Map<number, string>(),
    ]);
    const selection = selectSources(settings, categories, { indexers, statuses, tags }, supports, ctx.now());
    const asking = {
      client,
      log,
      now: () => ctx.now(),
      timeoutMs: Math.min(LONGEST_ANSWER_MS, settings.timeoutSeconds * 1000),
      before: statuses,
    };
    return { selection, asking };
  }

  function outcome(selection: Selection, answers: readonly SourceAnswer[]): SearchOutcome {
    return {
      releases: mergeReleases(answers.flatMap((answer) => answer.releases)),
      sources: [...answers.map((answer) => answer.outcome), ...selection.outcomes],
    };
  }

  return {
    protocols: ['torrent', 'usenet'],

    async search(query, { signal }) {
      if (query.text.trim() === '') {
        // Prowlarr would answer with the newest releases of every indexer.
        throw fault('INTEGRATION_UNSUPPORTED', 'empty_search');
      }
      const categories = categoriesFor(settings, query.format);
      const { selection, asking } = await select(categories, (indexer) => indexer.supportsSearch, signal);
      const answers = await Promise.all(selection.usable.map((indexer) => askIndexer(indexer, query, categories, asking, signal)));
      return outcome(selection, answers);
    },

    /** `since` is not applied, because dates in feeds are often wrong: it returns the whole window, and items are told apart by guid. */
    async recent({ signal }) {
      const categories = settings.audiobookCategories;
      const { selection, asking } = await select(categories, (indexer) => indexer.supportsRss, signal);
      const answers = await Promise.all(selection.usable.map((indexer) => readFeed(indexer, categories, asking, { signal })));
      return outcome(selection, answers);
    },

    resolve: (release, { signal }) => resolveRelease(release, { client, now: () => ctx.now(), timeoutMs: RESOLVE_TIMEOUT_MS, signal }),
  };
}
