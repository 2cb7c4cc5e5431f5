import type { CatalogService } from '../catalog/index.js';
import type { LibraryService } from '../library/index.js';
import { partAfter, placeInSeries } from './next-part.js';

export interface NextPartDeps {
  readonly catalog: Pick<CatalogService, 'seriesOf' | 'siblings' | 'storedOfSeries'>;
  readonly library: Pick<LibraryService, 'availabilityOf'>;
  readonly now: () => Date;
}

/** The part after a book that somebody heard. */
export interface NextPart {
  readonly heard: string;
  /** `undefined`: it is in the library, is not out yet, or nothing is stored of it. */
  readonly asin: string | undefined;
  /** Whether a later part of the series is stored at all. */
  readonly isKnown: boolean;
}

const MOST_SERIES = 60;
const MOST_PARTS = 1000;

/** Finds the next parts of heard books in what is stored, in the order of the books. Four statements. */
export async function nextPartsOf({ catalog, library, now }: NextPartDeps, heard: readonly string[]): Promise<NextPart[]> {
  if (heard.length === 0) return [];
  const seriesOf = await catalog.seriesOf(heard);
  const names = new Set(heard.flatMap((asin) => placeInSeries(seriesOf.get(asin) ?? [])?.name ?? []));
  const stored = await catalog.storedOfSeries([...names].slice(0, MOST_SERIES), MOST_PARTS);
  const today = now().toISOString().slice(0, 10);
  const after = heard.map((asin) => ({ heard: asin, parts: partAfter(seriesOf.get(asin) ?? [], stored) }));
  const owned = await library.availabilityOf(
    after.flatMap(({ parts }) => parts.map(({ asin }) => asin)),
    'audiobook',
  );
  return after.map(({ heard: asin, parts }) => {
    const isOwned = parts.some((part) => owned.has(part.asin));
    const next = parts.find(({ releaseDate }) => releaseDate === undefined || releaseDate <= today);
    return { heard: asin, asin: isOwned ? undefined : next?.asin, isKnown: parts.length > 0 };
  });
}
