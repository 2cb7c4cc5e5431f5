import { isIntegrationError, type IntegrationError } from '@lectern/plugin-api';
import { inspect } from 'node:util';

export type Outcome = { readonly value: unknown; readonly error?: undefined } | { readonly error: IntegrationError };

/** How a call ended. @throws Error when it ended in anything but an answer or an IntegrationError, or not in time */
export async function outcomeOf(work: Promise<unknown>, deadlineMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the call did not end within ${deadlineMs / 1000} s`)), deadlineMs);
  });
  try {
    return { value: await Promise.race([work, late]) };
  } catch (error) {
    if (isIntegrationError(error)) return { error };
    throw new Error(`expected an IntegrationError, got ${inspect(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Members that stay on the server and may hold keys. */
const PRIVATE = new Set(['private', 'headers']);

function withoutPrivate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrivate);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Error) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, PRIVATE.has(name) ? '' : withoutPrivate(part)]));
}

/** @throws Error when one of the secrets can be read anywhere in `content` */
export function assertNoSecret(secrets: readonly string[], where: string, content: unknown): void {
  const options = { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null };
  const text = inspect(withoutPrivate(content), options);
  for (const secret of secrets) {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
    if (forms.some((form) => text.includes(form))) throw new Error(`a planted secret is visible in ${where}`);
  }
}
