import {
  fillIn,
  inEnglish,
  sentence,
  type Say,
  type Sentence,
  type SentenceValue,
  type SentenceValues,
} from '../../../platform/words/index.js';
import { DIRECT_CLIENT } from '../direct-client.js';
import type { WaitReason } from '../request-record.js';
import type { FileCheck } from '../wait-reason.js';
import { ASKING_REASONS } from './asking-reasons.js';
import { DOWNLOAD_REASONS } from './download-reasons.js';
import { IMPORT_REASONS } from './import-reasons.js';
import { LIBRARY_REASONS } from './library-reasons.js';
import type { ReasonRow, Sentences, SettledIn } from './reason-row.js';
import { SEARCH_REASONS } from './search-reasons.js';

/** Every reason for which a request waits or has ended. The part after a dot distinguishes wordings of one reason. */
export const WAIT_REASONS = { ...ASKING_REASONS, ...SEARCH_REASONS, ...DOWNLOAD_REASONS, ...IMPORT_REASONS, ...LIBRARY_REASONS };

export type Wording = keyof typeof WAIT_REASONS;
type CodeOf<Name extends string> = Name extends `${infer Code}.${string}` ? Code : Name;
/** Stable; documented in `docs/admin/troubleshooting.md`. */
export type WaitCode = CodeOf<Wording>;
export type ReasonValues<Name extends Wording> = Readonly<Record<(typeof WAIT_REASONS)[Name]['values'][number], SentenceValue>>;

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

const ENGLISH = { locale: 'en', say: inEnglish };
const AT_REST = '.at_rest';
const GIVEN_UP = '.given_up';

type Audience = 'admin' | 'member';
/** The name of a sentence in the words of an audience. */
type Part = 'message' | 'nextStep' | 'todo' | 'choice';

/** What is stored of a reason to say it in any language. */
type Stored = Pick<WaitReason, 'wording' | 'values'>;

/** A wording as it is listed, and whether it is said of the end of all tries. */
interface Listed {
  readonly name: Wording;
  readonly row: ReasonRow;
  readonly isAtRest: boolean;
  readonly isGivenUp: boolean;
}

function listedOf(wording: string): Listed | undefined {
  const isGivenUp = wording.endsWith(GIVEN_UP);
  const isAtRest = isGivenUp || wording.endsWith(AT_REST);
  const name = isAtRest ? wording.slice(0, -(isGivenUp ? GIVEN_UP : AT_REST).length) : wording;
  return Object.hasOwn(WAIT_REASONS, name) ? { name: name as Wording, row: WAIT_REASONS[name as Wording], isAtRest, isGivenUp } : undefined;
}

function codeOf(wording: Wording): WaitCode {
  return wording.split('.', 1)[0] as WaitCode;
}

/** The codes, each once. */
export const WAIT_CODES: readonly WaitCode[] = [...new Set((Object.keys(WAIT_REASONS) as Wording[]).map(codeOf))];

/** A sentence of a reason, to be said in any language; none where it has no such part, or nothing follows any more. */
function partOf({ name, row, isAtRest, isGivenUp }: Listed, audience: Audience, part: Part, values: SentenceValues): Sentence | undefined {
  const words: Readonly<Partial<Record<Part, string>>> = row[audience];
  if (words[part] === undefined || (isAtRest && part === 'nextStep')) return undefined;
  const said: Sentence = { key: `reason.${name}.${audience}.${part}`, values };
  if (!isGivenUp || part !== 'message') return said;
  return sentence('phrase.in_row', { first: said, next: sentence('phrase.tried_in_vain', { tries: values['tries'] ?? 0 }) });
}

/** What an audience reads of a reason, in a language. */
function wordsFor(listed: Listed, audience: Audience, parts: readonly Part[], values: SentenceValues, say: Say): Sentences {
  const [message = '', nextStep = '', todo = ''] = (['message', 'nextStep', ...parts] as const).map((part) => {
    const said = partOf(listed, audience, part, values);
    return said && inEnglish(said) !== '' ? say(said) : '';
  });
  return { message, ...(nextStep === '' ? {} : { nextStep }), ...(todo === '' ? {} : { todo }) };
}

function englishOf(wording: Wording | EndedWording, values: SentenceValues): Sentences {
  const listed = listedOf(wording);
  return listed ? wordsFor(listed, 'admin', ['todo'], values, inEnglish) : { message: '' };
}

/** Why a request waits, as one audience reads it. @returns `undefined` for what an older version wrote without its wording */
export function messageOf({ wording, values }: Stored, audience: Audience = 'admin'): Sentence | undefined {
  const listed = listedOf(wording ?? '');
  return listed && partOf(listed, audience, 'message', values ?? {});
}

/** What is stored of a component; one that has no name is stored in English. */
function blamedBy(blame: NonNullable<ReasonRow['blame']>, values: SentenceValues): NonNullable<WaitReason['component']> {
  const name = 'name' in blame ? fillIn(blame.name, values, ENGLISH) : inEnglish(sentence(`unnamed.${blame.kind}`));
  return { kind: blame.kind, name };
}

/** A component as a language calls it. What a person named keeps its name; folders have none, whichever wording it is. */
function sayComponent({ component }: Pick<WaitReason, 'component'>, { row: { blame } }: Listed, say: Say): WaitReason['component'] {
  if (component?.kind === 'downloadClient' && component.name === inEnglish(DIRECT_CLIENT))
    return { ...component, name: say(DIRECT_CLIENT) };
  const kind = component?.kind === 'library' ? 'library' : blame && !('name' in blame) ? blame.kind : undefined;
  if (component === undefined || kind === undefined) return component;
  const unnamed = sentence(`unnamed.${kind}`);
  return component.name === inEnglish(unnamed) ? { ...component, name: say(unnamed) } : component;
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
  const component = more.component ?? (row.blame && blamedBy(row.blame, given));
  return {
    code: codeOf(wording),
    wording,
    values: given,
    ...englishOf(wording, given),
    ...(component ? { component } : {}),
    ...(more.nextAt ? { nextAt: more.nextAt.toISOString() } : {}),
    ...(more.checks ? { checks: [...more.checks] } : {}),
  };
}

/** A reason in another wording of its code, for everybody who reads it. */
function reworded({ nextStep: _next, ...reason }: NewReason, wording: EndedWording, values: SentenceValues): NewReason {
  return { ...reason, wording, values, ...englishOf(wording, values) };
}

/** The same when nothing is tried any more. */
export function atRest(reason: NewReason): NewReason {
  return reason.nextStep === undefined ? reason : reworded(reason, `${reason.wording as Wording}${AT_REST}`, reason.values);
}

/** Wordings that promise the next release, and those that are said where none is known. */
const WITHOUT_NEXT: Readonly<Record<string, Wording>> = {
  stalled: 'stalled.last',
  'stalled.no_peer': 'stalled.last_no_peer',
  'stalled.metadata': 'stalled.last_metadata',
  trying_next_release: 'trying_next_release.none',
  'trying_next_release.evidence': 'trying_next_release.evidence_none',
  'trying_next_release.rejected': 'trying_next_release.rejected_none',
} satisfies Partial<Record<Wording, Wording>>;

/** The same where no other release is known that could be tried. */
export function withoutNext(reason: NewReason): NewReason {
  const wording = WITHOUT_NEXT[reason.wording];
  return wording === undefined ? reason : { ...reason, wording, ...englishOf(wording, reason.values) };
}

/** The same after a number of tries, when no more follow. Its values include `tries`. */
export function triedInVain(reason: NewReason, tries: number): NewReason {
  return reworded(reason, `${reason.wording as Wording}${GIVEN_UP}`, { ...reason.values, tries });
}

/** A stored reason in the words for admins, in a language; as it is stored, if an older version wrote it without its values. */
export function reasonForAdmin(reason: WaitReason, say: Say): WaitReason {
  const { wording = '', values, message, nextStep, todo, ...rest } = reason;
  const listed = listedOf(wording);
  const words = listed && values ? wordsFor(listed, 'admin', ['todo'], values, say) : { message, nextStep, todo };
  const component = listed ? sayComponent(rest, listed, say) : rest.component;
  const place = settledIn(wording);
  return { ...rest, ...words, ...(component ? { component } : {}), ...(place ? { settledIn: place } : {}) };
}

/**
 * A stored reason in the words for members, in a language.
 *
 * @param mayChoose whether they may choose a release themselves
 * @returns `undefined` for one that an older version wrote without its values
 */
export function reasonForMember(reason: WaitReason, mayChoose: boolean, say: Say = inEnglish): WaitReason | undefined {
  const listed = listedOf(reason.wording ?? '');
  if (!listed || reason.values === undefined) return undefined;
  const { code, since, nextAt } = reason;
  const component = sayComponent(reason, listed, say);
  const isTold = mayChoose && listed.row.member.choice !== undefined;
  return { code, ...wordsFor(listed, 'member', [isTold ? 'choice' : 'todo'], reason.values, say), component, since, nextAt };
}

/** Where an admin could settle a wait. @returns `undefined` where it needs nobody */
export function settledIn(wording: string | undefined): SettledIn | undefined {
  const row = listedOf(wording ?? '')?.row;
  return row?.admin.todo === undefined || row.needsNobody ? undefined : (row.settledIn ?? 'request');
}

/** How a stored reason that a person could settle begins, for each wording: what {@link waitReason} makes has its code first. */
export const BEGINNINGS_TO_SETTLE: readonly string[] = (Object.keys(WAIT_REASONS) as Wording[])
  .filter((wording) => settledIn(wording) !== undefined)
  .flatMap((wording) => [wording, `${wording}${AT_REST}`, `${wording}${GIVEN_UP}`])
  .map((wording) => JSON.stringify({ code: codeOf(wording.split('.', 1)[0] as Wording), wording }).slice(0, -1));

/** Whether choosing a release cures the reason. */
export function isCuredByChoice(code: string): boolean {
  return listedOf(code)?.row.member.choice !== undefined;
}
