import { startOidcSimulator, type OidcSimulator, type OidcSimulatorOptions } from '@lectern/simulators';
import { isIntegrationError, type Call, type ExternalAccount, type RedirectSignIn } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { OidcSettings } from './settings.js';

export const SECRET = 'planted client+secret:1%';
export const NOW = Date.UTC(2026, 0, 5, 10);
/** Behind a path prefix. */
export const RETURN_URL = 'https://books.example/lectern/sign-in/return/0190';

export const CALL: Call = { signal: new AbortController().signal };

/** A simulated provider, an integration connected to it, and a person who signs in. */
export interface OidcWorld {
  readonly simulator: OidcSimulator;
  readonly context: TestContext<OidcSettings>;
  readonly signIn: RedirectSignIn;
  check(): Promise<unknown>;
  /** Signs in at the provider; `change` modifies the returned query on the way. */
  come(change?: (query: Record<string, string>) => Record<string, string>): Promise<ExternalAccount | undefined>;
}

export async function createOidcWorld(
  settings: Partial<OidcSettings> | ((simulator: OidcSimulator) => Partial<OidcSettings>) = {},
  { isPublic = false, ...options }: OidcSimulatorOptions & { readonly isPublic?: boolean } = {},
): Promise<OidcWorld> {
  const simulator = await startOidcSimulator({ ...(isPublic ? {} : { clientSecret: SECRET }), now: () => context.now(), ...options });
  const given = typeof settings === 'function' ? settings(simulator) : settings;
  const context = createTestContext<OidcSettings>({
    settings: { issuer: simulator.issuer, clientId: 'lectern', clientSecret: SECRET, ...given },
    now: NOW,
    timeoutMs: 2000,
  });
  const instance = plugin.create(context);
  const signIn = instance.provides.signInProvider?.signIn as RedirectSignIn;
  return {
    simulator,
    context,
    signIn,
    check: () => instance.check(CALL),
    async come(change = (query) => query) {
      const { url, state } = await signIn.begin({ returnUrl: RETURN_URL }, CALL);
      return signIn.finish({ state, query: change(simulator.confirm(url)) }, CALL);
    },
  };
}

/** The code and the message of the failure. */
export async function faultOf(work: Promise<unknown>): Promise<{ code: string; message: string; field?: string }> {
  try {
    await work;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}
