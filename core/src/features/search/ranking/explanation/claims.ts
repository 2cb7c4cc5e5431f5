import type { NameToken, TokenizedName } from './name-tokens.js';
import type { PhraseKind } from './wanted-phrases.js';

/** What a word of a name is explained by. `reader`: somebody else who reads it; `word`: joins others, as `by` does. */
export type ClaimKind = PhraseKind | 'part' | 'reader' | 'tag' | 'group' | 'kind' | 'word';

export interface Claim {
  readonly kind: ClaimKind;
  /** First token and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly person?: string;
}

const PEOPLE: ReadonlySet<ClaimKind> = new Set(['author', 'narrator', 'contributor', 'reader']);
const TITLES: ReadonlySet<ClaimKind> = new Set(['title', 'subtitle', 'series', 'furniture']);

/** Which words of a name are explained, and by what. */
export interface Claims {
  readonly name: TokenizedName;
  readonly all: readonly Claim[];
  isFree(at: number): boolean;
  kindAt(at: number): ClaimKind | undefined;
  isPerson(at: number): boolean;
  /** Part of a title, subtitle, series or of what the catalogue puts around a title. */
  isTitle(at: number): boolean;
  /** Explains these tokens, if nothing else explains one of them. @returns whether it does */
  take(kind: ClaimKind, from: number, to: number, person?: string): boolean;
  /** Runs of unexplained words within one segment. */
  freeRuns(): readonly { readonly from: number; readonly to: number }[];
  /** As written. */
  textOf(from: number, to: number): string;
}

export function createClaims(name: TokenizedName): Claims {
  const owners: (Claim | undefined)[] = name.tokens.map(() => undefined);
  const all: Claim[] = [];
  const token = (at: number): NameToken | undefined => name.tokens[at];
  const kindAt = (at: number): ClaimKind | undefined => owners[at]?.kind;
  const has = (kinds: ReadonlySet<ClaimKind>, at: number): boolean => {
    const kind = kindAt(at);
    return kind !== undefined && kinds.has(kind);
  };
  return {
    name,
    all,
    isFree: (at) => at >= 0 && at < owners.length && owners[at] === undefined,
    kindAt,
    isPerson: (at) => has(PEOPLE, at),
    isTitle: (at) => has(TITLES, at),
    take(kind, from, to, person) {
      if (from >= to || owners.slice(from, to).some((owner) => owner !== undefined)) return false;
      const claim: Claim = { kind, from, to, ...(person === undefined ? {} : { person }) };
      all.push(claim);
      owners.fill(claim, from, to);
      return true;
    },
    freeRuns() {
      const runs: { from: number; to: number }[] = [];
      for (let at = 0; at < owners.length; at += 1) {
        if (owners[at] !== undefined) continue;
        const last = runs.at(-1);
        if (last && last.to === at && token(at)?.segment === token(at - 1)?.segment) last.to = at + 1;
        else runs.push({ from: at, to: at + 1 });
      }
      return runs;
    },
    textOf: (from, to) => name.text.slice(token(from)?.start ?? 0, token(to - 1)?.end ?? 0),
  };
}
