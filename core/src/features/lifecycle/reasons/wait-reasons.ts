import type { WaitReason } from '../request-record.js';
import type { FileCheck } from '../wait-reason.js';
import { ASKING_REASONS } from './asking-reasons.js';
import { DOWNLOAD_REASONS } from './download-reasons.js';
import { formatSentence, valuesIn, type SentenceValues } from './format-sentence.js';
import { IMPORT_REASONS } from './import-reasons.js';
import { LIBRARY_REASONS } from './library-reasons.js';
import type { ReasonRow, Sentences } from './reason-row.js';
import { SEARCH_REASONS } from './search-reasons.js';

/** Every reason for which a request waits or has ended. The part after a dot distinguishes wordings of one reason. */
export const WAIT_REASONS = { ...ASKING_REASONS, ...SEARCH_REASONS, ...DOWNLOAD_REASONS, ...IMPORT_REASONS, ...LIBRARY_REASONS };

export type Wording = keyof typeof WAIT_REASONS;
type CodeOf<Name extends string> = Name extends `${infer Code}.${string}` ? Code : Name;
/** Stable; documented in `docs/admin/troubleshooting.md`. */
export type WaitCode = CodeOf<Wording>;
export type ReasonValues<Name extends Wording> = Readonly<Record<(typeof WAIT_REASONS)[Name]['values'][number], string | number>>;

/** A wording of which the next step is not to come: nothing is tried any more, or so many tries were in vain. */
type EndedWording = `${Wording}.${'at_rest' | 'given_up'}`;

/** A reason as it is stored. Only {@link waitReason}, {@link atRest} and {@link triedInVain} make one. */
export interface NewReason extends Omit<WaitReason, 'since'> {
  readonly code: WaitCode;
  readonly wording: Wording | EndedWording;
  readonly values: SentenceValues;
}

interface More {
  /** The component to blame, where the list does not name it. */
  readonly component?: WaitReason['component'];
  /** The time of the next automatic step. */
  readonly nextAt?: Date;
  /** What was compared, for a person who has to judge files. */
  readonly checks?: readonly FileCheck[];
}

const AT_REST = '.at_rest';
const GIVEN_UP = '.given_up';

function withoutNext<S extends Sentences>({ nextStep: _never, ...sentences }: S): Omit<S, 'nextStep'> {
  return sentences;
}

function afterTries<S extends Sentences>(sentences: S): S {
  return { ...sentences, message: `${sentences.message} It was tried {tries} times.` };
}

function rowAtRest({ admin, member, ...row }: ReasonRow): ReasonRow {
  return { ...row, admin: withoutNext(admin), member: withoutNext(member) };
}

/** The row of a wording as it is stored. Those of the two ends follow from the row in the list. */
function rowOf(wording: string): ReasonRow | undefined {
  if (Object.hasOwn(WAIT_REASONS, wording)) return WAIT_REASONS[wording as Wording];
  const end = [AT_REST, GIVEN_UP].find((suffix) => wording.endsWith(suffix));
  const listed = end && rowOf(wording.slice(0, -end.length));
  if (!listed) return undefined;
  const row = rowAtRest(listed);
  if (end === AT_REST) return row;
  return { ...row, values: [...row.values, 'tries'], admin: afterTries(row.admin), member: afterTries(row.member) };
}

function codeOf(wording: Wording): WaitCode {
  return wording.split('.', 1)[0] as WaitCode;
}

/** The codes, each once. */
export const WAIT_CODES: readonly WaitCode[] = [...new Set((Object.keys(WAIT_REASONS) as Wording[]).map(codeOf))];

function say({ message, nextStep = '', todo = '' }: Sentences, values: SentenceValues): Pick<WaitReason, 'message' | 'nextStep' | 'todo'> {
  const [next, done] = [formatSentence(nextStep, values), formatSentence(todo, values)];
  return { message: formatSentence(message, values), ...(next === '' ? {} : { nextStep: next }), ...(done === '' ? {} : { todo: done }) };
}

/** A reason in the words for admins, with the values from which others are made. */
export function waitReason<Name extends Wording>(
  wording: Name,
  ...[values, more = {}]: [keyof ReasonValues<Name>] extends [never]
    ? [values?: undefined, more?: More]
    : [values: ReasonValues<Name>, more?: More]
): NewReason {
  const row: ReasonRow = WAIT_REASONS[wording];
  const given: SentenceValues = values ?? {};
  const blamed = row.blame && { kind: row.blame.kind, name: formatSentence(row.blame.name, given) };
  const component = more.component ?? blamed;
  return {
    code: codeOf(wording),
    wording,
    values: given,
    ...say(row.admin, given),
    ...(component ? { component } : {}),
    ...(more.nextAt ? { nextAt: more.nextAt.toISOString() } : {}),
    ...(more.checks ? { checks: [...more.checks] } : {}),
  };
}

/** A reason in another wording of its code, for everybody who reads it. */
function reworded({ nextStep: _next, ...reason }: NewReason, wording: EndedWording, values: SentenceValues): NewReason {
  const row = rowOf(wording);
  return row ? { ...reason, wording, values, ...say(row.admin, values) } : reason;
}

/** The same when nothing is tried any more. */
export function atRest(reason: NewReason): NewReason {
  return reason.nextStep === undefined ? reason : reworded(reason, `${reason.wording as Wording}${AT_REST}`, reason.values);
}

/** The same after a number of tries, when no more follow. Its values include `tries`. */
export function triedInVain(reason: NewReason, tries: number): NewReason {
  return reworded(reason, `${reason.wording as Wording}${GIVEN_UP}`, { ...reason.values, tries });
}

/**
 * A stored reason in the words for members.
 *
 * @param mayChoose whether they may choose a release themselves
 * @returns `undefined` for one that an older version wrote without its values
 */
export function reasonForMember(reason: WaitReason, mayChoose: boolean): WaitReason | undefined {
  const row = rowOf(reason.wording ?? '');
  if (!row || reason.values === undefined) return undefined;
  const { message, nextStep, choice } = row.member;
  const sentences: Sentences = { message, nextStep, todo: (mayChoose ? choice : undefined) ?? row.member.todo };
  const { code, wording, component, since, nextAt } = reason;
  const used = new Set([sentences.message, sentences.nextStep ?? '', sentences.todo ?? ''].flatMap(valuesIn));
  const values = Object.fromEntries(Object.entries(reason.values).filter(([name]) => used.has(name)));
  return { code, wording, values, ...say(sentences, values), component, since, nextAt };
}

/** Returns the text that members read for a timeline line whose facts name a reason; `undefined` for any other line. */
export function messageForMember(facts: Readonly<Record<string, unknown>>): string | undefined {
  const { wording, values } = facts;
  const row = typeof wording === 'string' ? rowOf(wording) : undefined;
  return row && formatSentence(row.member.message, (values ?? {}) as SentenceValues);
}

/** Whether choosing a release cures the reason. */
export function isCuredByChoice(code: string): boolean {
  return rowOf(code)?.member.choice !== undefined;
}
