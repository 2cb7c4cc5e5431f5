import { ANSWER_SHAPES, copyAnswer, HOOK_ANSWERS, type AnswerShapeName } from '@lectern/plugin-api';
import { Ajv, type ValidateFunction } from 'ajv';
import { describeErrors } from '../../platform/http/validation.js';

/** An answer that may be used: a copy in plain data, with the members that the contract knows; or what is wrong with it. */
export type CheckedAnswer = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

type HookShapeName = keyof typeof HOOK_ANSWERS;

let ajv: Ajv | undefined;
const compiled = new Map<object, ValidateFunction>();

function createAnswerAjv(): Ajv {
  // the first fault is enough, so that looking for it is bounded; members of a newer contract are left out
  const made = new Ajv({ strict: false, validateSchema: false, discriminator: true, removeAdditional: true });
  made.addKeyword({ keyword: 'isBytes', validate: (_: unknown, value: unknown) => value instanceof Uint8Array && value.length > 0 });
  return made;
}

/** Compiled when the first such answer comes, which no start waits for. */
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
  return { problem: `${member ? `${member.slice(0, 200)} ` : 'the answer '}${first?.message ?? 'is not right'}` };
}

/** Looks at what a provider answered. Never throws, whatever it is given. */
export function checkAnswer(shape: AnswerShapeName, value: unknown): CheckedAnswer {
  return check(ANSWER_SHAPES[shape], value);
}

/** Looks at what a handler of a hook answered. Never throws. */
export function checkHookAnswer(hook: HookShapeName, value: unknown): CheckedAnswer {
  return check(HOOK_ANSWERS[hook], value);
}
