/** What was typed after a command: its options and words. */
export interface Typed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}
