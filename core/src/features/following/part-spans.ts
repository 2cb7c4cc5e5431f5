/** From one part to another, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Merges spans that overlap, and sorts them. What lies between two spans stays outside of them. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from <= to) merged.push({ from, to });
  }
  return merged;
}

/** The index of the first entry that is not below the value. */
function firstFrom(count: number, valueAt: (index: number) => number, value: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param spans merged */
export function isWithin(spans: readonly Span[], part: number): boolean {
  const index = firstFrom(spans.length, (at) => spans[at]?.to ?? part, part);
  const span = spans[index];
  return span !== undefined && span.from <= part;
}

/** @param parts the smallest first */
export function hasPartIn(parts: readonly number[], { from, to }: Span): boolean {
  const part = parts[firstFrom(parts.length, (at) => parts[at] ?? from, from)];
  return part !== undefined && part <= to;
}
