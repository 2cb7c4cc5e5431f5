/**
 * UTF-16 units that are read of a title. Names on file systems and trackers end at 255. Titles are taken apart by patterns
 * whose work may grow with the square of their length, so what is longer is cut before any of them sees it.
 */
export const LONGEST_TITLE = 500;
