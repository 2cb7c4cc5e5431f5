import {
  DEFAULT_RANKING_RULES,
  inEnglish,
  pickAutomatic,
  rankReleases,
  type RankedCandidate,
  type WantedBook,
} from '@lectern/core/testing';
import { readFileSync } from 'node:fs';
import type { Release } from '@lectern/plugin-api';

export interface RankerCase {
  readonly query: {
    readonly title: string;
    readonly author: string;
    readonly medium: 'audiobook' | 'ebook';
    readonly language?: string;
    readonly narrators?: readonly string[];
    readonly series?: string;
    readonly part?: string;
    readonly minutes?: number;
  };
  readonly candidates: readonly RankerCandidate[];
}

interface RankerCandidate {
  readonly id: string;
  readonly title: string;
  readonly verdict: string;
  /** Default: torrent. */
  readonly protocol?: 'torrent' | 'usenet';
  /** Bytes. */
  readonly size?: number;
  readonly seeders?: number;
  readonly grabs?: number;
}

/** What the ranker is told: the names alone, or also what catalogue and indexers state beside them. */
export type Told = 'names' | 'facts';

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
    /** Acceptable ones left, and why. */
    readonly left: readonly { readonly query: RankerCase['query']; readonly title: string; readonly reasons: readonly string[] }[];
  };
}

/** @param path a `ranker-cases.json` of the labeled corpus */
export function loadRankerCases(path: string | URL): readonly RankerCase[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { cases: readonly RankerCase[] }).cases;
}

function releaseOf({ id, title, protocol = 'torrent', size, seeders, grabs }: RankerCandidate, told: Told): Release {
  const named = { guid: id, title, protocol: 'torrent', indexer: { id: 'corpus', name: 'Corpus' }, flags: [], private: {} } as const;
  return told === 'names' ? named : { ...named, protocol, size, seeders, grabs };
}

function wantedOf({ title, author, medium, language, narrators = [], series, part, minutes }: RankerCase['query'], told: Told): WantedBook {
  const named = { title, authors: [author], narrators: [], format: medium, language };
  return told === 'names' ? named : { ...named, narrators, series, seriesPart: part, durationMinutes: minutes };
}

/** Whether a case states more than names. */
export function hasFacts({ query, candidates }: RankerCase): boolean {
  return query.minutes !== undefined || candidates.some(({ size }) => size !== undefined);
}

/** Ranks the candidates of a case like an automatic search. */
function rankCase({ query, candidates }: RankerCase, told: Told): readonly RankedCandidate[] {
  return rankReleases(
    wantedOf(query, told),
    candidates.map((candidate) => releaseOf(candidate, told)),
    DEFAULT_RANKING_RULES,
    0,
  );
}

const GOOD = new Set(['accept', 'accept_no_author']);

/** Runs the ranker on labeled cases, as a whole and with every candidate alone. */
export function scoreRanker(cases: readonly RankerCase[], told: Told): RankerScores {
  const wrong: { query: RankerCase['query']; title: string; verdict: string }[] = [];
  const missed: RankerCase['query'][] = [];
  const aloneWrong: { query: RankerCase['query']; title: string; verdict: string }[] = [];
  const left: { query: RankerCase['query']; title: string; reasons: string[] }[] = [];
  let answerable = 0;
  let picked = 0;
  let acceptable = 0;
  let taken = 0;
  for (const entry of cases) {
    const verdicts = new Map(entry.candidates.map(({ id, verdict }) => [id, verdict]));
    const can = entry.candidates.some(({ verdict }) => GOOD.has(verdict));
    if (can) answerable += 1;
    const ranked = rankCase(entry, told);
    const pick = pickAutomatic(ranked);
    if (pick === undefined) {
      if (can) missed.push(entry.query);
    } else {
      picked += 1;
      const verdict = verdicts.get(pick.release.guid) ?? 'reject';
      if (!GOOD.has(verdict)) wrong.push({ query: entry.query, title: pick.release.title, verdict });
    }
    for (const { release, automatic, gates, score } of ranked) {
      const verdict = verdicts.get(release.guid) ?? 'reject';
      if (GOOD.has(verdict)) {
        acceptable += 1;
        if (automatic) taken += 1;
        else {
          const against = gates.filter((gate) => !gate.passed || gate.doubtful === true).map(({ reason }) => inEnglish(reason));
          left.push({ query: entry.query, title: release.title, reasons: [...against, `score ${Math.round(score)}`] });
        }
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
    alone: { acceptable, taken, wrong: aloneWrong, left },
  };
}
