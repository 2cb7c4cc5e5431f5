import { DEFAULT_RANKING_RULES, pickAutomatic, rankReleases, type RankedCandidate } from '@lectern/core/testing';
import { readFileSync } from 'node:fs';
import type { Release } from '@lectern/plugin-api';

export interface RankerCase {
  readonly query: { readonly title: string; readonly author: string; readonly medium: 'audiobook' | 'ebook'; readonly language?: string };
  readonly candidates: readonly { readonly id: string; readonly title: string; readonly verdict: string }[];
}

export interface RankerScores {
  readonly cases: number;
  /** Cases with an acceptable candidate. */
  readonly answerable: number;
  readonly picked: number;
  readonly wrong: readonly { readonly query: RankerCase['query']; readonly title: string; readonly verdict: string }[];
  /** Answerable cases where nothing was picked. */
  readonly missed: readonly RankerCase['query'][];
  /** Share of picks that are acceptable. */
  readonly precisionAtOne: number;
  readonly wrongGrabRate: number;
  readonly coverage: number;
  /** Candidates judged individually: acceptable ones taken, and unacceptable ones taken. */
  readonly alone: {
    readonly acceptable: number;
    readonly taken: number;
    readonly wrong: readonly { readonly query: RankerCase['query']; readonly title: string; readonly verdict: string }[];
  };
}

/** @param path a `ranker-cases.json` of the labeled corpus */
export function loadRankerCases(path: string | URL): readonly RankerCase[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { cases: readonly RankerCase[] }).cases;
}

function releaseOf(id: string, title: string): Release {
  return { guid: id, title, protocol: 'torrent', indexer: { id: 'corpus', name: 'Corpus' }, flags: [], private: {} };
}

/** Ranks the candidates of a case like an automatic search. */
function rankCase({ query, candidates }: RankerCase): readonly RankedCandidate[] {
  return rankReleases(
    { title: query.title, authors: [query.author], narrators: [], format: query.medium, language: query.language },
    candidates.map(({ id, title }) => releaseOf(id, title)),
    DEFAULT_RANKING_RULES,
    0,
  );
}

const GOOD = new Set(['accept', 'accept_no_author']);

/** Runs the ranker on labeled cases, as a whole and with every candidate alone. */
export function scoreRanker(cases: readonly RankerCase[]): RankerScores {
  const wrong: { query: RankerCase['query']; title: string; verdict: string }[] = [];
  const missed: RankerCase['query'][] = [];
  const aloneWrong: { query: RankerCase['query']; title: string; verdict: string }[] = [];
  let answerable = 0;
  let picked = 0;
  let acceptable = 0;
  let taken = 0;
  for (const entry of cases) {
    const verdicts = new Map(entry.candidates.map(({ id, verdict }) => [id, verdict]));
    const can = entry.candidates.some(({ verdict }) => GOOD.has(verdict));
    if (can) answerable += 1;
    const ranked = rankCase(entry);
    const pick = pickAutomatic(ranked);
    if (pick === undefined) {
      if (can) missed.push(entry.query);
    } else {
      picked += 1;
      const verdict = verdicts.get(pick.release.guid) ?? 'reject';
      if (!GOOD.has(verdict)) wrong.push({ query: entry.query, title: pick.release.title, verdict });
    }
    for (const { release, automatic } of ranked) {
      const verdict = verdicts.get(release.guid) ?? 'reject';
      if (GOOD.has(verdict)) {
        acceptable += 1;
        if (automatic) taken += 1;
      } else if (automatic) aloneWrong.push({ query: entry.query, title: release.title, verdict });
    }
  }
  return {
    cases: cases.length,
    answerable,
    picked,
    wrong,
    missed,
    precisionAtOne: picked === 0 ? 1 : (picked - wrong.length) / picked,
    wrongGrabRate: cases.length === 0 ? 0 : wrong.length / cases.length,
    coverage: answerable === 0 ? 1 : (answerable - missed.length) / answerable,
    alone: { acceptable, taken, wrong: aloneWrong },
  };
}
