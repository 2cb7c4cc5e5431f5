import type { Said } from '../../platform/words/index.js';

/** Outcomes of a check, each with the names of the values in its sentence. */
const OUTCOMES = {
  waiting: [],
  nothing_new: [],
  requested: ['requested'],
  told: ['told'],
  more_to_come: ['requested', 'waiting'],
  quota_used_up: ['requested', 'waiting'],
  not_requested: ['requested', 'waiting'],
  gone: [],
  other_region: ['region', 'serverRegion'],
  not_offered: [],
  catalogue_failed: ['error'],
} as const satisfies Record<string, readonly string[]>;

export type OutcomeCode = keyof typeof OUTCOMES;

export const OUTCOME_CODES = Object.keys(OUTCOMES) as readonly OutcomeCode[];

/** An outcome as it is stored: a stable code and its values. */
export interface FollowOutcome {
  readonly code: OutcomeCode;
  readonly values: Readonly<Record<string, string | number>>;
}

type ValuesOf<Code extends OutcomeCode> = Readonly<Record<(typeof OUTCOMES)[Code][number], string | number>>;

/** An outcome with the values that its words need. */
export function outcome<Code extends OutcomeCode>(
  code: Code,
  ...[values]: [keyof ValuesOf<Code>] extends [never] ? [] : [ValuesOf<Code>]
): FollowOutcome {
  return { code, values: values ?? {} };
}

/** Returns the outcome as a sentence; of a later version’s code, which may be in the database, nothing is said. */
export function sayOutcome({ code, values }: FollowOutcome): Said {
  return Object.hasOwn(OUTCOMES, code) ? { key: `following.${code}`, values } : '';
}
