import type { HookName, HookPayloads } from '@lectern/plugin-api';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** What is wrong with a veto handler's answer. */
export function vetoProblem(hook: HookName, answer: unknown, payload: unknown): string | undefined {
  if (!isRecord(answer)) return 'answered something that is not an object';
  if ('refuse' in answer) return typeof answer.refuse === 'string' && answer.refuse !== '' ? undefined : 'refused without a reason';
  if (hook === 'request.approving') return answer.approve === true ? undefined : 'answered neither approve nor refuse';
  if (hook === 'release.selecting') {
    const { candidates } = payload as HookPayloads['release.selecting'];
    return candidates.some(({ id }) => id === answer.candidateId) ? undefined : 'chose a release that is not among the candidates';
  }
  return 'answered something that is not a refusal';
}

function sameKind(before: unknown, after: unknown): boolean {
  if (before === undefined) return true;
  return Array.isArray(before) === Array.isArray(after) && (before === null) === (after === null) && typeof before === typeof after;
}

/** What is wrong with a transform handler's answer: it has to keep the shape of the payload, and whom it is about. */
export function transformProblem(before: unknown, after: unknown): string | undefined {
  if (!isRecord(after) || !isRecord(before)) return 'answered something that is not a payload';
  for (const [key, value] of Object.entries(before)) {
    if (!sameKind(value, after[key])) return `answered without a usable ${key}`;
  }
  const idOf = (payload: Record<string, unknown>) => (isRecord(payload.request) ? payload.request.id : undefined);
  return idOf(before) === idOf(after) ? undefined : 'answered for another request';
}
