/** Outcomes of a check, each with its message and the values in it. */
const OUTCOMES = {
  waiting: { values: [], message: 'It has not been checked yet.' },
  nothing_new: { values: [], message: 'Nothing new.' },
  requested: { values: ['requested'], message: 'Newly requested books: {requested}.' },
  told: { values: ['told'], message: 'New books you were notified of: {told}.' },
  more_to_come: { values: ['requested', 'waiting'], message: 'Newly requested books: {requested}. The other {waiting} follow shortly.' },
  quota_used_up: {
    values: ['requested', 'waiting'],
    message: 'Newly requested books: {requested}. Your request limit is used up; books that wait for it: {waiting}.',
  },
  not_requested: {
    values: ['requested', 'waiting'],
    message: 'Newly requested books: {requested}. Books that could not be requested: {waiting}.',
  },
  gone: { values: [], message: 'The catalogue does not list it any more. It is still followed.' },
  other_region: {
    values: ['region', 'serverRegion'],
    message: 'It is followed in the region “{region}”, and the server now uses “{serverRegion}”. It rests until the region is back.',
  },
  not_offered: { values: [], message: 'No connected catalogue lists the books of series and authors.' },
  catalogue_failed: { values: ['error'], message: 'The catalogue did not answer ({error}). It will be asked again.' },
} as const satisfies Record<string, { readonly values: readonly string[]; readonly message: string }>;

export type OutcomeCode = keyof typeof OUTCOMES;

export const OUTCOME_CODES = Object.keys(OUTCOMES) as readonly OutcomeCode[];

/** An outcome as it is stored: a stable code and its values. */
export interface FollowOutcome {
  readonly code: OutcomeCode;
  readonly values: Readonly<Record<string, string | number>>;
}

type ValuesOf<Code extends OutcomeCode> = Readonly<Record<(typeof OUTCOMES)[Code]['values'][number], string | number>>;

/** An outcome with the values that its words need. */
export function outcome<Code extends OutcomeCode>(
  code: Code,
  ...[values]: [keyof ValuesOf<Code>] extends [never] ? [] : [ValuesOf<Code>]
): FollowOutcome {
  return { code, values: values ?? {} };
}

/** Returns the outcome in English; other languages build it from the code and the values. */
export function sayOutcome({ code, values }: FollowOutcome): string {
  // a code of a later version may be in the database
  const message: string = Object.hasOwn(OUTCOMES, code) ? OUTCOMES[code].message : '';
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
