import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import { linkSignals } from '../../platform/http-client/linked-signal.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { coverFile, MAX_COVER_BYTES } from '../../files/placing/cover.js';
import type { ImportDependencies } from './import-dependencies.js';
import { sidecarFile } from '../../files/placing/metadata-sidecar.js';
import type { PlacementPlan, WrittenFile } from '../../files/placing/placement-plan.js';
import type { SourceFile, SourceListing } from '../../files/reading/source-files.js';
import { planPlaces, type PlacesInput } from './plan-places.js';

const COVER_TIMEOUT_MS = 20_000;

/** The catalogue's cover, or else one from the files. Never causes a failure. */
async function coverOf(
  deps: ImportDependencies,
  asin: string,
  listing: SourceListing,
  signal: AbortSignal,
): Promise<WrittenFile | undefined> {
  const limit = linkSignals(signal, AbortSignal.timeout(COVER_TIMEOUT_MS));
  const timedOut = new Promise<undefined>((resolve) => limit.signal.addEventListener('abort', () => resolve(undefined), { once: true }));
  const fetched = await Promise.race([deps.cover(asin, { signal: limit.signal }).catch(() => undefined), timedOut]);
  limit.release();
  signal.throwIfAborted();
  const file = fetched ? coverFile(fetched.bytes) : undefined;
  if (file?.status === 'ok') return { to: file.name, bytes: file.bytes };
  const image = listing.images.find(({ name, size }) => /^(?:cover|folder|front)\.\w+$/i.test(basename(name)) && size <= MAX_COVER_BYTES);
  const local = image && (await readFile(image.path).then(coverFile, () => undefined));
  return local?.status === 'ok' ? { to: local.name, bytes: local.bytes } : undefined;
}

function sidecarOf(request: RequestRow, book: CatalogBook | undefined): WrittenFile {
  if (!book) return sidecarFile({ title: request.title, authors: [request.author], narrators: [], asin: request.asin });
  const { title, subtitle, narrators, series, genres, isbn, language, releaseDate, publisher, description } = book;
  return sidecarFile({
    title,
    subtitle,
    narrators,
    series,
    genres,
    isbn,
    language,
    releaseDate,
    publisher,
    description,
    authors: book.authors.map((author) => author.name),
    asin: request.asin,
  });
}

/** Plans where the files of an import go. @throws ImportStop, FileError */
export async function planImport(
  deps: ImportDependencies,
  input: Omit<PlacesInput, 'written'> & {
    readonly files: readonly SourceFile[];
    readonly writeSidecar: boolean;
    readonly listing: SourceListing;
    readonly signal: AbortSignal;
  },
): Promise<PlacementPlan> {
  const { request, book } = input;
  const cover = await coverOf(deps, request.asin, input.listing, input.signal);
  const written = [...(cover ? [cover] : []), ...(input.writeSidecar ? [sidecarOf(request, book)] : [])];
  return planPlaces(deps, { ...input, written });
}
