import {
  PROVIDER_ANSWERS,
  type AnswerRule,
  type AnswerRules,
  type AnswerShapeName,
  type ProviderKind,
  type Providers,
} from '@lectern/plugin-api';
import { checkAnswer } from './check-answer.js';
import { withPlainTexts, type Redact } from './plain-texts.js';
import { WrongAnswer } from './wrong-answer.js';

/** Returns an answer that fits its rule. @throws WrongAnswer */
export function answerAs(rule: AnswerRule, what: string, answer: unknown, redact?: Redact): unknown {
  if (rule === 'nothing') return undefined;
  const mayBeNone = rule.endsWith('?');
  if (mayBeNone && (answer === undefined || answer === null)) return answer;
  const shape = (mayBeNone ? rule.slice(0, -1) : rule) as AnswerShapeName;
  const checked = checkAnswer(shape, answer);
  if (checked.problem !== undefined) throw new WrongAnswer(what, checked.problem);
  return withPlainTexts(shape, checked.value, redact);
}

type Method = (...args: unknown[]) => unknown;

/**
 * Makes a stand-in that has only the members of the rules. Each member is read when it is used, and its value or answer
 * is checked.
 */
function checkedMembers(own: object, rules: AnswerRules, path: string, redact?: Redact): object {
  const checked = {};
  for (const [name, rule] of Object.entries(rules)) {
    const what = `${path}${name}`;
    const get = (): unknown => {
      const member = (own as Record<string, unknown>)[name];
      if (member === undefined) return undefined;
      if (typeof rule !== 'string') {
        if (typeof member !== 'object' || member === null) throw new WrongAnswer(what, 'it is no object');
        return checkedMembers(member, rule, `${what}.`, redact);
      }
      if (typeof member !== 'function') return answerAs(rule, what, member, redact);
      return async (...args: unknown[]) => answerAs(rule, what, await (member as Method).apply(own, args), redact);
    };
    Object.defineProperty(checked, name, { enumerable: true, get });
  }
  return Object.freeze(checked);
}

/** Wraps a provider so that every answer is checked before core reads it. */
export function checkedProvider<K extends ProviderKind>(kind: K, provider: object, redact?: Redact): NonNullable<Providers[K]> {
  return checkedMembers(provider, PROVIDER_ANSWERS[kind], '', redact) as NonNullable<Providers[K]>;
}
