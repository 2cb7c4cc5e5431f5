import type { CatalogBook } from '@lectern/plugin-api';
import { isPlayingTimeOf } from '../../../files/checking/playing-time.js';
import { agreeApartFromDuration, durationsAgree, isUnknownToCatalog, titleKeyOf } from '../../catalog/index.js';
import type { WantedBook } from '../../search/ranking/wanted-book.js';
import { compareNameLists } from '../../search/ranking/name-matching.js';
import type { ImportCatalog } from '../import-dependencies.js';
import type { ClaimGroup } from './file-claims.js';
import type { StatedRecording } from './judge-tags.js';
import { judgeAuthors, judgeTitle } from './title-verdict.js';

/** Other numbers that one import asks the catalogue about. */
const MOST_ASKED = 3;

/** Whether two books of the catalogue are one recording, or one text where any reading will do. */
function isSameBook(book: CatalogBook, other: CatalogBook, anyReading: boolean): boolean {
  const key = titleKeyOf(book);
  if (key === undefined || key !== titleKeyOf(other)) return false;
  if (!agreeApartFromDuration(book, other, { narrators: anyReading ? 'ignored' : 'compared' })) return false;
  const [left, right] = [book.durationMinutes ?? 0, other.durationMinutes ?? 0];
  return anyReading || left === 0 || right === 0 || durationsAgree(left, right);
}

/** Whether the files themselves have all by which two books of the catalogue become one recording. */
function isSameByTags(groups: readonly ClaimGroup[], wanted: WantedBook, seconds: number): boolean {
  const minutes = wanted.durationMinutes ?? 0;
  if (minutes === 0 || !isPlayingTimeOf(seconds, minutes * 60)) return false;
  return groups.every(
    (group) =>
      [group.album, group.title].some((text) => text !== undefined && judgeTitle(text, wanted) === 'wanted') &&
      judgeAuthors(group.authors, wanted) === 'same' &&
      compareNameLists(group.narrators, wanted.narrators) > 0,
  );
}

/** Finds out which recordings the numbers belong to that files state and that are not the wanted book's. */
export async function statedRecordings(
  catalog: Pick<ImportCatalog, 'cached' | 'book'>,
  groups: readonly ClaimGroup[],
  about: { readonly wanted: WantedBook; readonly book: CatalogBook | undefined; readonly region: string; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, StatedRecording>> {
  const { wanted, book, region, signal } = about;
  const own = [wanted.asin, ...(wanted.siblings ?? [])];
  const asins = [...new Set(groups.flatMap((group) => group.asins))].filter((asin) => !own.includes(asin)).slice(0, MOST_ASKED);
  const stated = new Map<string, StatedRecording>();
  if (asins.length === 0) return stated;
  const seconds = groups.reduce((sum, group) => sum + group.seconds, 0);
  const stored = await catalog.cached(asins, region);
  for (const asin of asins) {
    let isUnanswered = false;
    const other =
      stored.get(asin) ??
      (await catalog.book(asin, { region, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        isUnanswered = !isUnknownToCatalog(error);
        return undefined;
      }));
    const saying = groups.filter((group) => group.asins.includes(asin));
    const isSame = other
      ? book !== undefined && isSameBook(book, other, wanted.anyReading === true)
      : isSameByTags(saying, wanted, seconds);
    const facts = other && { title: other.title, authors: other.authors.map(({ name }) => name), narrators: other.narrators };
    stated.set(asin, { isSame, isUnanswered, ...(facts ? { book: facts } : {}) });
  }
  return stated;
}
