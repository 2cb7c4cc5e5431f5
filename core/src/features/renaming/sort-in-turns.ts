import { createGiveWay } from '../../platform/jobs/give-way.js';

const SORTED_AT_ONCE = 2000;

/** Sorts texts by their code units, and lets other work run in between however many there are. */
export async function sortInTurns(texts: Iterable<string>): Promise<string[]> {
  const giveWay = createGiveWay();
  const all = [...texts];
  let runs: string[][] = [];
  for (let from = 0; from < all.length; from += SORTED_AT_ONCE) {
    await giveWay();
    runs.push(all.slice(from, from + SORTED_AT_ONCE).sort());
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let index = 0; index < runs.length; index += 2) merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], giveWay));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(left: readonly string[], right: readonly string[], giveWay: () => Promise<void>): Promise<string[]> {
  const merged: string[] = [];
  let [a, b] = [0, 0];
  while (a < left.length || b < right.length) {
    await giveWay();
    const [one, other] = [left[a], right[b]];
    if (other === undefined || (one !== undefined && one <= other)) {
      merged.push(one as string);
      a += 1;
    } else {
      merged.push(other);
      b += 1;
    }
  }
  return merged;
}
