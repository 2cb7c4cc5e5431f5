import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Sql } from '../../platform/db/index.js';
import { inRow, sentence, type Said } from '../../platform/words/index.js';
import type { WithheldLoss } from './library-record.js';
import type { Absence, LibraryStore } from './library-store.js';

/** The fate of unseen books, by library. */
export interface LossVerdict {
  /** Libraries whose unseen books count as gone. */
  readonly gone: readonly string[];
  readonly withheld: readonly WithheldLoss[];
}

/** People may well delete this many at once, however small the library. */
export const UNSUSPICIOUS_LOSSES = 5;
const EXAMPLES = 5;

async function entriesOf(folder: string): Promise<readonly string[] | undefined> {
  return readdir(folder).catch(() => undefined);
}

/** Whether the disk of a missing folder is still mounted. An empty parent folder may be an empty mount point. */
async function isDiskThere(directory: string, root: string | undefined): Promise<boolean> {
  for (let folder = dirname(directory); folder !== dirname(folder); folder = dirname(folder)) {
    const entries = await entriesOf(folder);
    if (entries !== undefined) return entries.length > 0 || (root !== undefined && folder !== root && folder.startsWith(`${root}/`));
  }
  return false;
}

/** Whether our placed files contradict a deletion: they are still there, or their disk is missing. */
async function isContradicted(directories: readonly string[], root: string | undefined): Promise<boolean> {
  for (const directory of directories) {
    if (((await entriesOf(directory)) ?? []).length > 0) return true;
    if (!(await isDiskThere(directory, root))) return true;
  }
  return false;
}

/**
 * Judges the losses of a walk by library. Losing more than half of a library is more likely an unmounted disk than a
 * clean-up; a handful is believed, unless our placed files contradict it. If the server no longer returns a library, it
 * was taken out of use, so all of it goes, unless the server returns none at all.
 *
 * @param libraries names by id, as the server returned them
 */
export async function judgeLosses(
  sql: Sql,
  store: Pick<LibraryStore, 'placesOfUnseen' | 'titlesOfUnseen' | 'libraryRoot'>,
  where: { readonly integrationId: string; readonly scanId: string },
  absences: readonly Absence[],
  libraries: ReadonlyMap<string, string>,
): Promise<LossVerdict> {
  const gone: string[] = [];
  const withheld: WithheldLoss[] = [];
  for (const { libraryId, known, unseen } of absences) {
    if (unseen === 0) continue;
    const name = libraries.get(libraryId);
    const isMost = unseen * 2 > known;
    const isRetired = name === undefined && libraries.size > 0;
    const isBelievable =
      isRetired ||
      !isMost ||
      (unseen <= UNSUSPICIOUS_LOSSES &&
        libraries.size > 0 &&
        !(await isContradicted(await store.placesOfUnseen(sql, where, libraryId, UNSUSPICIOUS_LOSSES), await store.libraryRoot(sql))));
    if (isBelievable) gone.push(libraryId);
    else {
      const examples = await store.titlesOfUnseen(sql, where, libraryId, EXAMPLES);
      withheld.push({ libraryId, library: name ?? libraryId, known, missing: unseen, examples });
    }
  }
  return { gone, withheld };
}

/** Describes books that are kept although they were not listed. */
export function describeWithheld(withheld: readonly WithheldLoss[]): Said {
  return inRow(...withheld.map(({ library, known, missing }) => sentence('progress.books_not_listed', { library, known, missing })));
}
