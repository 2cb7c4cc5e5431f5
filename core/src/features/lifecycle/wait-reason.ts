/** Why a request waits. Every status that is not a quiet end has one. */
export interface WaitReason {
  /** Stable. */
  readonly code: string;
  /** A sentence: what it waits for. */
  readonly message: string;
  /** Who is to blame or awaited. */
  readonly component?: { readonly kind: string; readonly name: string };
  readonly since: string;
  /** When something happens by itself. */
  readonly nextAt?: string;
  /** What happens then. */
  readonly nextStep?: string;
  /** What a person can do about it. */
  readonly todo?: string;
  /** Which wording of the code the sentences are, in `reasons/`; absent in what older versions wrote. */
  readonly wording?: string;
  /** What the wording says it with. */
  readonly values?: Readonly<Record<string, string | number>>;
}
