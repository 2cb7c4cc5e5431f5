/** Limits how many books are merged at once in this process. */
export interface MergeSlots {
  /** Whether `most` merges, or more, are under way. */
  areTaken(most: number): boolean;
  /** @returns a function that frees the slot; `undefined` if all are taken */
  take(most: number): (() => void) | undefined;
}

export function createMergeSlots(): MergeSlots {
  let taken = 0;
  const areTaken = (most: number): boolean => taken >= most;
  return {
    areTaken,
    take(most) {
      if (areTaken(most)) return undefined;
      taken += 1;
      let isMine = true;
      return () => {
        if (isMine) taken -= 1;
        isMine = false;
      };
    },
  };
}
