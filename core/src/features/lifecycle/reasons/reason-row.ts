/** What is said of a wait, in the language of `format-sentence.ts`. A sentence that comes out empty is left out. */
export interface Sentences {
  /** What it waits for. */
  readonly message: string;
  /** What happens by itself. */
  readonly nextStep?: string;
  /** What the reader can do about it. */
  readonly todo?: string;
}

/** Members neither mend the server nor learn where it keeps things and what it talks to: no path, no address, no fault. */
export interface MemberSentences extends Sentences {
  /** What those can do who may choose a release themselves. */
  readonly choice?: string;
}

/** One wording of one wait reason. */
export interface ReasonRow {
  /** The names in braces; a caller has to give each of them. */
  readonly values: readonly string[];
  /** Who is to blame or awaited, where that is always the same. */
  readonly blame?: { readonly kind: string; readonly name: string };
  readonly admin: Sentences;
  readonly member: MemberSentences;
}
