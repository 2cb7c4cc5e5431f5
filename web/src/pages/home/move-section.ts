/** The same sections with the one at `from` at `to`; places beyond the ends are the ends. */
export function moveSection<T>(sections: readonly T[], from: number, to: number): T[] {
  const moved = sections[from];
  if (moved === undefined) return [...sections];
  const rest = sections.filter((_, index) => index !== from);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
}

/**
 * Returns the index at which a dragged row is dropped.
 *
 * @param middles of the other rows, from top to bottom
 */
export function placeAt(y: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < y).length;
}
