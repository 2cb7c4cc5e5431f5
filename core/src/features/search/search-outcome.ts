import { inEnglish, sentence, type Said } from '../../platform/words/index.js';
import { waitReason, type NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { SearchSource } from './entities.js';

const HOUR_MS = 3_600_000;
const LONGEST_MS = 24 * HOUR_MS;
const FAILED_RETRY_MS = 15 * 60_000;

/** The reason why nothing was taken, and when to try again. */
export interface NoWinner {
  readonly reason: NewReason;
  readonly nextAt: Date;
}

function names(sources: readonly SearchSource[]): readonly string[] {
  return [...new Set(sources.map((source) => source.name))].slice(0, 3);
}

/** A source's error, with the names of the source and its integration. */
function complaint({ name, integrationName, error }: SearchSource): Said {
  if (error === undefined) return sentence('finding.did_not_answer', { name });
  const who = name === integrationName ? name : sentence('finding.source_name', { name, integration: integrationName });
  const text = inEnglish(error);
  return text.includes(name) || text.includes(integrationName) ? error : sentence('phrase.says', { name: who, what: error });
}

/** The facts about the best candidate. */
export interface BestCandidate {
  readonly score: number;
  readonly gates: readonly { readonly passed: boolean; readonly doubtful?: boolean; readonly reason: Said }[];
}

function whyNot(best: BestCandidate, minScore: number): Said {
  const gate = best.gates.find(({ passed }) => !passed) ?? best.gates.find(({ doubtful }) => doubtful === true);
  if (gate) return typeof gate.reason === 'string' ? gate.reason.replace(/\.$/, '') : gate.reason;
  return sentence('finding.score_too_low', { score: Math.round(best.score), needed: minScore });
}

/**
 * Judges a search without a winner. Zero results with a failed source means "try again soon", never "not found".
 *
 * @param attempts searches so far, including this one
 * @param timeScale multiplies the waits
 */
export function judgeEmptySearch(input: {
  readonly sources: readonly SearchSource[];
  readonly candidates: number;
  /** The best candidate. */
  readonly best?: BestCandidate;
  readonly minScore: number;
  readonly attempts: number;
  readonly type?: 'audiobook' | 'ebook';
  readonly now: Date;
  readonly timeScale: number;
}): NoWinner {
  const { now, timeScale } = input;
  const sources = input.type === 'ebook' ? 'ebookSources' : 'indexers';
  const failed = input.sources.filter((source) => source.status === 'failed' || source.status === 'throttled');
  const backoff = Math.min(LONGEST_MS, HOUR_MS * 2 ** Math.max(0, input.attempts - 1));
  if (failed.length > 0) {
    const asked = failed.map((source) => source.retryAfterMs).filter((ms): ms is number => ms !== undefined);
    const wait = Math.max(asked.length > 0 ? Math.min(...asked) : 0, Math.min(backoff, FAILED_RETRY_MS) * timeScale);
    const nextAt = new Date(now.getTime() + wait);
    const component = { kind: input.type === 'ebook' ? 'ebookSource' : 'indexer', name: names(failed).join(', ') };
    const isPaused = failed.every((source) => source.status === 'throttled');
    const isAll = failed.length === input.sources.length;
    const fault = failed[0] === undefined ? sentence('finding.none_answered') : complaint(failed[0]);
    const reason = isAll
      ? waitReason(isPaused ? 'indexer_failed.paused' : 'indexer_failed', { sources, fault }, { component, nextAt })
      : waitReason(
          isPaused ? 'indexer_failed.some_paused' : 'indexer_failed.some',
          { sources, names: names(failed) },
          { component, nextAt },
        );
    return { nextAt, reason };
  }
  const nextAt = new Date(now.getTime() + backoff * timeScale);
  const { candidates: count, best } = input;
  if (count === 0) return { nextAt, reason: waitReason('nothing_found', { sources }, { nextAt }) };
  const reason =
    best === undefined
      ? waitReason('nothing_good_enough.unjudged', { sources, count }, { nextAt })
      : waitReason('nothing_good_enough', { sources, count, best: whyNot(best, input.minScore) }, { nextAt });
  return { nextAt, reason };
}
