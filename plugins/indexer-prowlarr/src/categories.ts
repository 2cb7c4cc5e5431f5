/** Newznab main categories are multiples of 1000; ids from 100000 on belong to one site. */
const FIRST_SITE_CATEGORY = 100_000;

function mainCategory(id: number): number {
  return id < FIRST_SITE_CATEGORY ? Math.floor(id / 1000) * 1000 : id;
}

/** Tells whether asking for `wanted` covers `id`: a main category includes its children, a child not its parent. */
function covers(wanted: readonly number[], id: number): boolean {
  return wanted.includes(id) || wanted.includes(mainCategory(id));
}

/**
 * Tells whether an indexer with these categories can be asked for `wanted`. An indexer that only has the main category
 * may file our things there. One that states no category at all is asked.
 */
export function canServe(offered: readonly number[], wanted: readonly number[]): boolean {
  return offered.length === 0 || offered.some((id) => covers(wanted, id) || wanted.some((want) => mainCategory(want) === id));
}

/**
 * Tells whether a release may be of the kind asked for. Prowlarr passes releases without categories through every
 * filter, and so does this: only a stated standard category that is another one's excludes.
 */
export function isOfKind(categories: readonly number[], wanted: readonly number[]): boolean {
  const telling = categories.filter((id) => id < FIRST_SITE_CATEGORY);
  return telling.length === 0 || categories.some((id) => covers(wanted, id));
}
