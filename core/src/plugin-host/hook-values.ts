import { HOOK_KINDS, type HOOK_ANSWERS, type HookPayloads } from '@lectern/plugin-api';
import { checkHookAnswer, type CheckedAnswer } from './answers/check-answer.js';

function freezeDeep(value: unknown): void {
  // Views of bytes cannot be frozen.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freezeDeep);
}

/** A frozen copy, so that neither side can change what the other holds. */
export function frozenCopy<T>(value: T): T {
  const copy = structuredClone(value);
  freezeDeep(copy);
  return copy;
}

/** What a handler answered, ready to be used, or what is wrong with it: its shape, and what the payload has to say about it. */
export function takeHookAnswer(hook: keyof typeof HOOK_ANSWERS, answer: unknown, payload: unknown): CheckedAnswer {
  const checked = checkHookAnswer(hook, answer);
  if (checked.problem !== undefined) return checked;
  const value = checked.value as Record<string, unknown>;
  if (hook === 'release.selecting' && value.refuse === undefined) {
    const { candidates } = payload as HookPayloads['release.selecting'];
    if (!candidates.some(({ id }) => id === value.candidateId)) return { problem: 'chose a release that is not among the candidates' };
  }
  const { request } = payload as { readonly request?: { readonly id: string } };
  if (HOOK_KINDS[hook] !== 'transform' || request === undefined) return { value };
  // whom it is about is no handler's to change
  const isSame = (value.request as { readonly id?: unknown }).id === request.id;
  return isSame ? { value: { ...value, request } } : { problem: 'answered for another request' };
}
