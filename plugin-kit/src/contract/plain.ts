import { copyAnswer } from '@lectern/plugin-api';
import { isDeepStrictEqual } from 'node:util';

/** @throws Error when a result is not plain data: what could not go to another process and back */
export function assertPlain(value: unknown, what = 'the answer'): void {
  const { problem: found } = copyAnswer(value, what);
  if (found !== undefined) throw new Error(`results are plain, serialisable data; ${found}`);
}

/** A copy as it comes back from where it was stored as JSON. */
export function storedCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** An argument without the parts that cannot be sent to another process: signals. */
function content(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (value instanceof AbortSignal) return undefined;
  if (Array.isArray(value)) return value.map(content);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, content(part)]));
}

/** Remembers the arguments given to a plugin. Freezing would not do: a write in sloppy code passes without a trace. */
export class Arguments {
  readonly #given: { readonly value: unknown; readonly before: unknown }[] = [];

  give<T>(value: T): T {
    this.#given.push({ value, before: structuredClone(content(value)) });
    return value;
  }

  /** @throws Error when one of them is not what it was */
  assertUnchanged(): void {
    const changed = this.#given.some(({ value, before }) => !isDeepStrictEqual(content(value), before));
    if (changed) throw new Error('the plugin has written into its arguments');
  }
}
