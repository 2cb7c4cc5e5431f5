/** A row as it is shown. */
export interface StayingRow<T> {
  readonly key: string;
  readonly item: T;
  /** It has left the list, and is shown where it was. */
  readonly isGone: boolean;
}

/**
 * The rows to show of a list that was read again.
 *
 * @param before the rows that are shown
 * @param stay whether those that have left the list stay where they are
 */
export function withStaying<T>(
  before: readonly StayingRow<T>[],
  items: readonly T[],
  keyOf: (item: T) => string,
  stay: boolean,
): readonly StayingRow<T>[] {
  const rows: StayingRow<T>[] = items.map((item) => ({ key: keyOf(item), item, isGone: false }));
  if (!stay) return rows;
  const there = new Set(rows.map(({ key }) => key));
  // on another page none of them is what somebody looked at
  if (!before.some(({ key }) => there.has(key)) && rows.length > 0) return rows;
  for (const [index, row] of before.entries()) {
    if (there.has(row.key)) continue;
    there.add(row.key);
    const earlier = new Set(before.slice(0, index).map(({ key }) => key));
    const place = rows.findLastIndex(({ key }) => earlier.has(key));
    rows.splice(place + 1, 0, { ...row, isGone: true });
  }
  return rows;
}
