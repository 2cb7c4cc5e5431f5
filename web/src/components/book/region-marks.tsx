import { createContext, useContext } from 'react';

/** Names of regions by their ids, while books of several regions are listed together. */
const RegionMarks = createContext<ReadonlyMap<string, string> | null>(null);

export const RegionMarksProvider = RegionMarks.Provider;

/** The name of a book's region; `undefined` where all books are of one region. */
export function useRegionMark(region: string | undefined): string | undefined {
  const names = useContext(RegionMarks);
  return region === undefined || !names ? undefined : (names.get(region) ?? region.toUpperCase());
}

/** The part of the address that opens a book of this region; absent where all books are of the server's. */
export function useBookRegion(region: string | undefined): string | undefined {
  return useContext(RegionMarks) ? region : undefined;
}
