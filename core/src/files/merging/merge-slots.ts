/** Limits how many books are merged at once in this process. */
export interface MergeSlots {
  /** Whether `most` merges, or more, are under way. */
  areTaken(most: number): boolean;
  /** Whether this very book is being merged. */
  isMerging(book: string): boolean;
  /** @returns a function that frees the slot; `undefined` if all are taken */
  take(most: number, book: string): (() => void) | undefined;
}

export function createMergeSlots(): MergeSlots {
  const taken = new Set<{ readonly book: string }>();
  const areTaken = (most: number): boolean => taken.size >= most;
  return {
    areTaken,
    isMerging: (book) => [...taken].some((slot) => slot.book === book),
    take(most, book) {
      if (areTaken(most)) return undefined;
      const mine = { book };
      taken.add(mine);
      return () => void taken.delete(mine);
    },
  };
}
