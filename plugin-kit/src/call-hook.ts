import type { HookName, HookPayloads, HookResults, Hooks } from '@lectern/plugin-api';

type Handler = (payload: unknown, call: { readonly signal: AbortSignal }) => unknown;

/**
 * Calls a plugin's hook handler like the host: with a frozen copy of the payload, in either form of declaration.
 *
 * @returns its answer; `undefined` without an answer or a handler
 */
export async function callHook<N extends HookName>(
  hooks: Hooks | undefined,
  name: N,
  payload: HookPayloads[N],
  signal: AbortSignal = new AbortController().signal,
): Promise<HookResults<N> | undefined> {
  const declared = hooks?.[name] as Handler | { readonly handler: Handler } | undefined;
  const handler = typeof declared === 'object' ? declared.handler : declared;
  if (handler === undefined) return undefined;
  return ((await handler(freeze(structuredClone(payload)), { signal })) ?? undefined) as HookResults<N> | undefined;
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
