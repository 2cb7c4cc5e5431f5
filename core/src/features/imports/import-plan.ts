import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { CatalogBook, HookPayloads, RequestInfo } from '@lectern/plugin-api';
import { linkSignals } from '../../platform/http-client/linked-signal.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { coverFile, MAX_COVER_BYTES } from '../../files/placing/cover.js';
import type { ImportDependencies } from './import-dependencies.js';
import { ImportStop } from './import-stop.js';
import { sidecarFile } from '../../files/placing/metadata-sidecar.js';
import { resolveInside } from '../../files/path-jail.js';
import { compilePathTemplate } from '../../files/naming/path-template.js';
import type { PathValues } from '../../files/naming/path-template.js';
import { assertPlan, planPlacement } from '../../files/placing/placement-plan.js';
import type { PlacementPlan, WrittenFile } from '../../files/placing/placement-plan.js';
import type { SourceFile, SourceListing } from '../../files/reading/source-files.js';

const COVER_TIMEOUT_MS = 20_000;
/** A folder that names every author of an anthology is useless. */
const MOST_AUTHORS = 3;

/** The values of the path template: the catalogue's, or those known when the book was requested. */
function pathValues(request: Pick<RequestRow, 'asin' | 'title' | 'author'>, book: CatalogBook | undefined): PathValues {
  const authors = (book?.authors ?? []).map((author) => author.name);
  const [series] = book?.series ?? [];
  return {
    author: (authors.length > MOST_AUTHORS ? authors.slice(0, 1) : authors).join(', ') || request.author,
    title: book?.title ?? request.title,
    subtitle: book?.subtitle,
    narrator: book?.narrators.slice(0, MOST_AUTHORS).join(', '),
    asin: request.asin,
    year: book?.releaseDate?.slice(0, 4),
    series: series?.name,
    seriesPart: series?.part,
    language: book?.language,
    publisher: book?.publisher,
  };
}

function directoryOf(template: string, values: PathValues): string {
  const compiled = compilePathTemplate(template);
  if (compiled.ok) return compiled.template.render(values);
  throw new ImportStop('held', waitReason('invalid_template', { fault: compiled.errors[0]?.message ?? template }));
}

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

/**
 * Applies a plugin's changes to a plan, as far as they are allowed: it can rename, leave out and move inside the
 * library folder, but not bring files from elsewhere.
 *
 * @throws FileError or Error naming the forbidden change
 */
async function takeAnswer(plan: PlacementPlan, answer: HookPayloads['import.planning']): Promise<PlacementPlan> {
  const known = new Map(plan.files.map((file) => [file.from, file]));
  const files = answer.files.map(({ from, to }) => {
    const file = known.get(from);
    if (!file) throw new Error(`“${from}” is not a file of this import, or is named twice.`);
    known.delete(from);
    if (extname(to).toLowerCase() !== extname(file.to).toLowerCase())
      throw new Error(`“${to}” has a different extension than “${file.to}”.`);
    return { ...file, to };
  });
  const changed = { ...plan, directory: answer.directory, files };
  assertPlan(changed);
  await resolveInside(plan.root, changed.directory);
  return changed;
}

/** Plans where the files of an import go. @throws ImportStop, FileError */
export async function planImport(
  deps: ImportDependencies,
  input: {
    readonly request: RequestRow;
    readonly info: RequestInfo;
    readonly book: CatalogBook | undefined;
    readonly root: string;
    readonly template: string;
    readonly writeSidecar: boolean;
    /** False to copy files, because somebody will change the placed ones. */
    readonly mayLink: boolean;
    readonly files: readonly SourceFile[];
    readonly listing: SourceListing;
    readonly signal: AbortSignal;
    readonly warn: (message: string) => void;
  },
): Promise<PlacementPlan> {
  const { request, book, root, files } = input;
  const directory = directoryOf(input.template, pathValues(request, book));
  const cover = await coverOf(deps, request.asin, input.listing, input.signal);
  const written = [...(cover ? [cover] : []), ...(input.writeSidecar ? [sidecarOf(request, book)] : [])];
  const plan = planPlacement({ id: request.id, root, directory, files, written, mayLink: input.mayLink });
  const proposal = { request: input.info, directory, files: plan.files.map(({ from, to }) => ({ from, to })) };
  const answer = await deps.host.hooks.transform('import.planning', proposal);
  try {
    return await takeAnswer(plan, answer);
  } catch (error) {
    // an unusable answer from a plugin counts as none
    input.warn(`A plugin's plan was not used: ${error instanceof Error ? error.message : String(error)}`);
    return plan;
  }
}
