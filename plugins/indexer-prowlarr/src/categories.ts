/** Newznab main categories are multiples of 1000; ids from 100000 on belong to one site. */
const FIRST_SITE_CATEGORY = 100_000;

function mainCategory(id: number): number {
  return id < FIRST_SITE_CATEGORY ? Math.floor(id / 1000) * 1000 : id;
}

/** Whether a search for `wanted` covers `id`: a main category includes its children, but a child not its parent. */
function covers(wanted: readonly number[], id: number): boolean {
  return wanted.includes(id) || wanted.includes(mainCategory(id));
}

/**
 * Whether an indexer with these categories can be searched for `wanted`. One that has only the main category may list
 * our books there. One that states no category at all is searched.
 */
export function canServe(offered: readonly number[], wanted: readonly number[]): boolean {
  return offered.length === 0 || offered.some((id) => covers(wanted, id) || wanted.some((want) => mainCategory(want) === id));
}

/**
 * Whether a release may be of the wanted kind. Prowlarr lets releases without categories pass every filter, and so does
 * this: only a standard category of another kind excludes a release.
 */
export function isOfKind(categories: readonly number[], wanted: readonly number[]): boolean {
  const telling = categories.filter((id) => id < FIRST_SITE_CATEGORY);
  return telling.length === 0 || categories.some((id) => covers(wanted, id));
}
