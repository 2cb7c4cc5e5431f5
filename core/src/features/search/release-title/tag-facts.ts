/** The facts from a title's tags, collected while it is read. The tag readers fill it, then it is frozen into a `ParsedRelease`. */
export interface TagFacts {
  readonly formats: string[];
  readonly languages: string[];
  readonly flags: Set<string>;
  bitrateKbps?: number;
  vbr?: string;
  year?: number;
  abridgement?: 'unabridged' | 'abridged';
  isCollection: boolean;
  fragment?: { readonly part: number; readonly of: number };
  asin?: string;
  isbn?: string;
  releaseGroup?: string;
  /** A word says audiobook, or something that only audio has. */
  audio: boolean;
  /** `audiolibro` is Spanish unless another word is Italian. */
  audiolibro?: boolean;
  ebook: boolean;
  /** Film, television, music or comic. */
  other: boolean;
}

export function createTagFacts(): TagFacts {
  return { formats: [], languages: [], flags: new Set(), isCollection: false, audio: false, ebook: false, other: false };
}
