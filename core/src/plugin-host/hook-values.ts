import { HOOK_KINDS, type HOOK_ANSWERS, type HookPayloads } from '@lectern/plugin-api';
import { checkHookAnswer, type CheckedAnswer } from './answers/check-answer.js';

function freezeDeep(value: unknown): void {
  // views of bytes cannot be frozen
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freezeDeep);
}

/** Makes a frozen copy, so that neither side can change the other's data. */
export function frozenCopy<T>(value: T): T {
  const copy = structuredClone(value);
  freezeDeep(copy);
  return copy;
}

/** Checks a handler's answer against its rule and the payload. Returns the usable answer, or what is wrong with it. */
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
  // handlers must not change whom it is about
  const isSame = (value.request as { readonly id?: unknown }).id === request.id;
  return isSame ? { value: { ...value, request } } : { problem: 'answered for another request' };
}
