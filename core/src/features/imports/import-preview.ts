import type { CatalogBook } from '@lectern/plugin-api';
import { isFileError } from '../../files/file-error.js';
import { isAudioProbeError } from '../../files/checking/audio-probe.js';
import type { SkippedFile, SourceFile } from '../../files/reading/source-files.js';
import { linkSignals } from '../../platform/http-client/linked-signal.js';
import { saidOf, sentence, type Said } from '../../platform/words/index.js';
import type { FileCheck } from '../lifecycle/wait-reason.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { lookBeside } from './beside-audio.js';
import type { ImportDependencies } from './import-dependencies.js';
import { ImportStop } from './import-stop.js';
import { createImportStore } from './import-store.js';
import { nameSource, type NamedSource } from './named-source.js';
import { notUnpacked } from './refuse-broken.js';
import { verifyEbooks } from './verify-ebooks.js';
import { verifyRecording } from './verify-recording.js';

/** The book that files are looked at for. */
export type PreviewedBook = Pick<RequestRow, 'asin' | 'type' | 'region' | 'title' | 'author' | 'anyReading'>;

/** What an import would do with files that a person names. */
export interface ImportPreview {
  /** Absolute, links resolved. */
  readonly path: string;
  /** The files that would be imported, in their order; the first hundred. */
  readonly files: readonly { readonly name: string; readonly size: number }[];
  readonly fileCount: number;
  readonly bytes: number;
  /** Files that are no part of the book, and are left where they are. */
  readonly otherCount: number;
  /** The first twenty of the files that cannot be imported as they are. */
  readonly skipped: readonly SkippedFile[];
  readonly durationSeconds?: number | undefined;
  readonly expectedMinutes?: number | undefined;
  /** `suspect`, `broken`: a person may accept them. `unusable`: nobody can. `unknown`: the files could not be read in time. */
  readonly verdict: 'ok' | 'suspect' | 'broken' | 'unusable' | 'unknown';
  /** A sentence for admins; absent if the verdict is `ok`. */
  readonly finding?: Said;
  /** The comparison with the book, where the files are not clearly it. */
  readonly checks: readonly FileCheck[];
  /** The download client that has a download there; nothing is deleted then. */
  readonly heldBy?: string | undefined;
}

const MOST_NAMES = 100;
const MOST_SKIPPED = 20;
/** A page waits for it. */
const MOST_MS = 45_000;
/** Of which so many may go into playing the ends of files. */
const PLAY_MS = 20_000;

interface Finding extends Pick<ImportPreview, 'verdict' | 'finding' | 'checks' | 'durationSeconds'> {
  /** The files that passed, where some were left out. */
  readonly good?: readonly SourceFile[];
  readonly leftOut?: readonly SourceFile[] | undefined;
}

/** Files of another book, or of which a part is missing, which a person may accept all the same. */
const ACCEPTABLE: readonly string[] = ['wrong_book', 'wrong_length', 'cut_off'];

function verdictOf({ kind, reason }: ImportStop): ImportPreview['verdict'] {
  if (kind === 'suspect') return 'suspect';
  if (kind !== 'broken') return 'unknown';
  return ACCEPTABLE.includes(reason.code) ? 'broken' : 'unusable';
}

function findingOf(stop: ImportStop): Finding {
  const { durationSeconds } = stop.detail;
  return {
    verdict: verdictOf(stop),
    finding: stop.said,
    checks: stop.reason.checks ?? [],
    durationSeconds: typeof durationSeconds === 'number' ? durationSeconds : undefined,
  };
}

/** Looks at files for people before they are imported, by the checks of the import itself. */
export function createImportPreview(
  deps: Pick<ImportDependencies, 'database' | 'downloads' | 'settings' | 'dataDir' | 'probe' | 'catalog' | 'now'>,
) {
  const store = createImportStore(deps.database, deps.downloads, deps.now);

  async function check(request: PreviewedBook, book: CatalogBook | undefined, source: NamedSource, signal: AbortSignal): Promise<Finding> {
    const options = { accepted: false, signal, onProgress: () => undefined };
    const { audio, ebooks } = source.listing;
    try {
      const verified =
        request.type === 'ebook'
          ? await verifyEbooks(ebooks, options)
          : await verifyRecording(audio, {
              ...options,
              playMs: PLAY_MS,
              archives: notUnpacked(source.listing),
              probe: deps.probe,
              catalog: deps.catalog,
              request,
              book,
            });
      return { verdict: 'ok', checks: [], durationSeconds: verified.durationSeconds, good: verified.files, leftOut: verified.leftOut };
    } catch (error) {
      if (error instanceof ImportStop) return findingOf(error);
      if (isFileError(error) || isAudioProbeError(error)) return { verdict: 'unknown', finding: saidOf(error), checks: [] };
      if (!signal.aborted) throw error;
      return { verdict: 'unknown', finding: sentence('finding.preview_took_too_long'), checks: [] };
    }
  }

  return {
    /** @throws ApiError where a path cannot be imported from */
    name: (
      path: string,
      type: RequestRow['type'],
      signal: AbortSignal,
      isUploaded?: (real: string) => Promise<boolean>,
    ): Promise<NamedSource> => nameSource(deps, store, { path, type, signal, isUploaded }),

    /** @throws ApiError where nothing can be imported from the path */
    async look(request: PreviewedBook, path: string, signal: AbortSignal): Promise<ImportPreview> {
      const source = await nameSource(deps, store, { path, type: request.type, signal });
      const book = (await deps.catalog.cached([request.asin], request.region)).get(request.asin);
      const limit = linkSignals(signal, AbortSignal.timeout(MOST_MS));
      const { good, leftOut, ...finding } = await check(request, book, source, limit.signal).finally(() => limit.release());
      signal.throwIfAborted();
      const { listing } = source;
      const companions = good ? (await lookBeside(listing, request, { files: good, leftOut })).companions : [];
      const files = good ? [...good, ...companions] : request.type === 'ebook' ? listing.ebooks : listing.audio;
      const all = listing.audio.length + listing.ebooks.length + listing.images.length + listing.other.length;
      return {
        ...finding,
        path: source.path,
        files: files.slice(0, MOST_NAMES).map(({ name, size }) => ({ name, size })),
        fileCount: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        otherCount: all - files.length,
        skipped: listing.skipped.slice(0, MOST_SKIPPED),
        expectedMinutes: request.type === 'ebook' ? undefined : book?.durationMinutes,
        heldBy: (await store.downloadsInPlace()).clientAt(source.path),
      };
    },
  };
}

export type ImportPreviewer = ReturnType<typeof createImportPreview>;
