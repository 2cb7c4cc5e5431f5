/**
 * The English wording of a wait, in ICU MessageFormat. `@lectern/messages` has a copy of each sentence, by which it is said. One that comes out
 * empty is left out.
 */
export interface Sentences {
  /** Describes why it waits. */
  readonly message: string;
  /** Describes what the server does next without help. */
  readonly nextStep?: string;
  /** Tells the reader what they can do about it. */
  readonly todo?: string;
}

/** Kinds of people and things that may have no name. */
export type Unnamed = 'person' | 'indexer' | 'ebookSource' | 'downloadClient' | 'mediaServer' | 'library';

/** Members neither mend the server nor learn where it keeps things and what it talks to: no path, no address, no fault. */
export interface MemberSentences extends Sentences {
  /** Tells readers who may choose a release what they can do. */
  readonly choice?: string;
}

/** Where an admin settles a wait: the page of the integrations or of the settings, the releases that were found, or the request itself. */
export type SettledIn = 'integrations' | 'settings' | 'releases' | 'request';

/** One wording of one wait reason. */
export interface ReasonRow {
  /** The names in braces; a caller has to give each of them. */
  readonly values: readonly string[];
  /** The component that is to blame or awaited, where that is always the same one. Without a name it is called by its kind. */
  readonly blame?: { readonly kind: string; readonly name: string } | { readonly kind: Unnamed };
  /** Its `todo` is what an admin may do and need not: it goes on by itself, or nothing is wrong. Others with a `todo` wait for a person. */
  readonly needsNobody?: true;
  /** Default: in the request itself. */
  readonly settledIn?: Exclude<SettledIn, 'request'>;
  readonly admin: Sentences;
  readonly member: MemberSentences;
}
