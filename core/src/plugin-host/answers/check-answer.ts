import { ANSWER_SHAPES, copyAnswer, HOOK_ANSWERS, type AnswerShapeName } from '@lectern/plugin-api';
import { Ajv, type ValidateFunction } from 'ajv';
import { describeErrors } from '../../platform/http/validation.js';
import { inEnglish } from '../../platform/words/index.js';

/** A copy of an answer as plain data, with only the members of the contract; or what is wrong with the answer. */
export type CheckedAnswer = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

type HookShapeName = keyof typeof HOOK_ANSWERS;

let ajv: Ajv | undefined;
const compiled = new Map<object, ValidateFunction>();

function createAnswerAjv(): Ajv {
  // stops at the first fault, which bounds the work; members of a newer contract are left out
  const made = new Ajv({ strict: false, validateSchema: false, discriminator: true, removeAdditional: true });
  made.addKeyword({ keyword: 'isBytes', validate: (_: unknown, value: unknown) => value instanceof Uint8Array && value.length > 0 });
  return made;
}

/** Compiled when the first such answer comes, so that no start waits for it. */
function validatorOf(shape: object): ValidateFunction {
  const found = compiled.get(shape) ?? (ajv ??= createAnswerAjv()).compile(shape);
  compiled.set(shape, found);
  return found;
}

function check(shape: object, value: unknown): CheckedAnswer {
  const answer = copyAnswer(value);
  if (answer.problem !== undefined) return { problem: answer.problem };
  const validate = validatorOf(shape);
  if (validate(answer.copy)) return { value: answer.copy };
  const [first] = describeErrors(validate.errors ?? []);
  const member = first?.path.slice(1).replaceAll('/', '.');
  return { problem: `${member ? `${member.slice(0, 200)} ` : 'the answer '}${first ? inEnglish(first.message) : 'is not right'}` };
}

/** Checks the answer of a provider. Never throws, whatever the answer is. */
export function checkAnswer(shape: AnswerShapeName, value: unknown): CheckedAnswer {
  return check(ANSWER_SHAPES[shape], value);
}

/** Checks the answer of a hook's handler. Never throws. */
export function checkHookAnswer(hook: HookShapeName, value: unknown): CheckedAnswer {
  return check(HOOK_ANSWERS[hook], value);
}
