import { extname } from 'node:path';
import type { CatalogBook, HookPayloads, RequestInfo } from '@lectern/plugin-api';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { resolveInside } from '../../files/path-jail.js';
import { compilePathTemplate } from '../../files/naming/path-template.js';
import type { PathValues } from '../../files/naming/path-template.js';
import { assertPlan, planPlacement } from '../../files/placing/placement-plan.js';
import type { PlacementPlan, WrittenFile } from '../../files/placing/placement-plan.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import type { ImportDependencies } from './import-dependencies.js';
import { ImportStop } from './import-stop.js';
import { inEnglish } from '../../platform/words/index.js';

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

/**
 * The folder that a path template gives a book, relative to the library folder.
 *
 * @throws ImportStop if the template cannot be used
 */
export function folderByTemplate(
  template: string,
  request: Pick<RequestRow, 'asin' | 'title' | 'author'>,
  book: CatalogBook | undefined,
): string {
  return directoryOf(template, pathValues(request, book));
}

function directoryOf(template: string, values: PathValues): string {
  const compiled = compilePathTemplate(template);
  if (compiled.ok) return compiled.template.render(values);
  throw new ImportStop(
    'held',
    waitReason('invalid_template', { fault: compiled.errors[0] ? inEnglish(compiled.errors[0].message) : template }),
  );
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

/** What decides where the files of a book go. */
export interface PlacesInput {
  readonly request: RequestRow;
  readonly info: RequestInfo;
  readonly book: CatalogBook | undefined;
  readonly root: string;
  readonly template: string;
  readonly files: readonly Pick<SourceFile, 'path' | 'name'>[];
  readonly written: readonly WrittenFile[];
  /** False to copy files, because somebody will change the placed ones. */
  readonly mayLink: boolean;
  readonly warn: (message: string) => void;
}

/**
 * Plans the folder and the names of a book's files: by the template, the data of the catalogue and the plugins.
 *
 * @throws ImportStop, FileError
 */
export async function planPlaces(
  { host }: { readonly host: { readonly hooks: Pick<ImportDependencies['host']['hooks'], 'transform'> } },
  input: PlacesInput,
): Promise<PlacementPlan> {
  const { request, root, files, written, mayLink } = input;
  const directory = folderByTemplate(input.template, request, input.book);
  const plan = planPlacement({ id: request.id, root, directory, files, written, mayLink });
  const proposal = { request: input.info, directory, files: plan.files.map(({ from, to }) => ({ from, to })) };
  const answer = await host.hooks.transform('import.planning', proposal);
  try {
    return await takeAnswer(plan, answer);
  } catch (error) {
    // an unusable answer from a plugin counts as none
    input.warn(`A plugin's plan was not used: ${error instanceof Error ? error.message : String(error)}`);
    return plan;
  }
}
