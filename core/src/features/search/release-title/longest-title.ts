/**
 * The most UTF-16 units of a title that are read. Names on file systems and trackers end at 255. Patterns with
 * quadratic work take titles apart, so longer ones are cut first.
 */
export const LONGEST_TITLE = 500;
