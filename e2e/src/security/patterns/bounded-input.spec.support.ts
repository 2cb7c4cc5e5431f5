/** A place where patterns may grow with the square of the text, because the text is cut before they see it. */
export interface BoundedPlace {
  /** A file, or a folder that ends in `/`. */
  readonly path: string;
  /** UTF-16 units the patterns see at most. */
  readonly longest: number;
  /** The place where the text is cut. */
  readonly cut: string;
}

/** At this length the square is a few milliseconds. */
export const MOST_UNITS = 1_000;

export const BOUNDED: readonly BoundedPlace[] = [
  { path: 'core/src/features/search/release-title/', longest: 500, cut: 'parseReleaseTitle cuts the title before it reads it' },
  { path: 'core/src/features/catalog/bare-title.ts', longest: 1_000, cut: 'bareTitle cuts the title before it looks at it' },
  { path: 'core/src/features/search/ranking/wanted-people.ts', longest: 300, cut: 'withPeople cuts each name before it looks at it' },
];

/** Files that build patterns of what they read, and why they may. */
export const BUILT_LATER: Readonly<Record<string, string>> = {
  'plugin-kit/src/message-uses.ts':
    'matches keys in the source of a plugin, in the tests of its author; each gap of a template may hold anything',
};
