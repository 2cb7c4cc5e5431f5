import { isIntegrationError } from '@lectern/plugin-api';
import Type from 'typebox';
import { saidOf, type Said, type Say } from '../../platform/words/index.js';

/** The outcome of a test message. */
export interface TestOutcome {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: Said; readonly field?: string; readonly retryAfterMs?: number };
  readonly tookMs: number;
}

export const testSchema = Type.Object({
  ok: Type.Boolean(),
  error: Type.Optional(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      field: Type.Optional(Type.String()),
      retryAfterMs: Type.Optional(Type.Number()),
    }),
  ),
  tookMs: Type.Integer(),
});

/** An outcome as JSON, in the words of whoever reads it. */
export function presentTest({ error, ...rest }: TestOutcome, say: Say): object {
  return error ? { ...rest, error: { ...error, message: say(error.message) } } : rest;
}

/** Sends at once, without the outbox. A fault of a service is an answer, not an error. */
export async function testSending(send: () => Promise<void>): Promise<TestOutcome> {
  const started = performance.now();
  const tookMs = (): number => Math.round(performance.now() - started);
  try {
    await send();
    return { ok: true, tookMs: tookMs() };
  } catch (error) {
    if (!isIntegrationError(error)) throw error;
    const { code, field, retryAfterMs } = error;
    const details = { ...(field === undefined ? {} : { field }), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    return { ok: false, error: { code, message: saidOf(error), ...details }, tookMs: tookMs() };
  }
}
