import { isIntegrationError, type IntegrationError } from '@lectern/plugin-api';
import { startTestHost, type TestHost } from './__fixtures__/test-host.js';
import type { BoundProvider } from './plugin-host.js';

/** Limits that are over soon. */
export const FAST = { startMs: 60, stopMs: 60, callMs: 60, hookMs: 60, importMs: 3000, startRetryMs: 10, longestStartRetryMs: 40 };
/** A request, as hooks are told of it. */
export const request = {
  id: 'r1',
  type: 'audiobook' as const,
  status: 'pending',
  origin: 'web',
  user: { id: 'u', username: 'u' },
  book: { asin: 'B', title: 'T', authors: [], narrators: [] },
};

/** Returns the IntegrationError with which a call ends. */
export async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => new Error('expected a fault'),
    (reason: unknown) => reason,
  );
  if (!isIntegrationError(error)) throw error as Error;
  return error;
}

/** Sends a message through a notifier. */
export function send(provider: BoundProvider<'notifier'> | undefined, title: string, options = {}): Promise<unknown> {
  if (!provider) throw new Error('no provider');
  return provider.call('send', (notifier, call) => notifier.send({ title } as never, call) as Promise<unknown>, options);
}

/** A host for each test of a group, which is closed after it, and what its plugins wrote down. */
export function useTestHost() {
  let ran: string[] = [];
  let test: TestHost | undefined;

  async function start(...args: Parameters<typeof startTestHost>): Promise<TestHost> {
    const [fixtures, integrations, deps] = args;
    test = await startTestHost(fixtures, integrations, { limits: FAST, ...deps });
    return test;
  }

  beforeEach(() => {
    ran = [];
    Object.assign(globalThis, { lecternFixtureLog: ran, lecternFixtureDown: false, lecternFixtureLook: undefined });
  });
  afterEach(async () => {
    await test?.close();
    test = undefined;
  });

  return { start, ran: () => ran };
}
