import type { PasswordSignIn, RedirectSignIn, SignInProvider } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../plugin-host/index.js';
import type { ExternalProvider } from '../auth/index.js';
import type { SettingsService } from '../settings/index.js';

export interface ProviderListDeps {
  readonly host: Pick<PluginHost, 'providers'>;
  readonly settings: Pick<SettingsService, 'get'>;
}

type Ask = <T>(
  what: string,
  work: (offer: SignInProvider | undefined, call: { readonly signal: AbortSignal }) => Promise<T>,
  options?: { readonly signal: AbortSignal },
) => Promise<T>;

/** A service whose accounts can sign in here. */
export interface SignInMethod extends ExternalProvider {
  readonly ask: Ask;
}

type OfferKind = 'mediaServer' | 'signInProvider';

/** Both kinds have the same purpose: people who sign in elsewhere. */
function offersOf<K extends OfferKind>(
  host: ProviderListDeps['host'],
  kind: K,
  offerOf: (provider: Parameters<Parameters<BoundProvider<K>['call']>[1]>[0]) => SignInProvider | undefined,
): { readonly id: string; readonly name: string; readonly ask: Ask }[] {
  return host.providers(kind).map((provider) => ({
    id: provider.integrationId,
    name: provider.name,
    ask: (what, work, options) => provider.call(what, (own, call) => work(offerOf(own), call), options),
  }));
}

/**
 * The services that can currently be used for signing in: connected, and enabled in their own settings. A service that
 * redirects the browser needs this server's public address, which is never taken from a request.
 */
export async function signInProviders({ host, settings }: ProviderListDeps): Promise<SignInMethod[]> {
  const { server } = await settings.get();
  const offers = [...offersOf(host, 'signInProvider', (provider) => provider), ...offersOf(host, 'mediaServer', (media) => media.accounts)];
  const found = await Promise.all(
    offers.map(async ({ id, name, ask }): Promise<SignInMethod | undefined> => {
      const told = await ask('sign-in kind', (offer) =>
        Promise.resolve(offer && { kind: offer.signIn.kind, text: offer.buttonText }),
      ).catch(() => undefined);
      if (told === undefined || (told.kind === 'redirect' && server.publicUrl === null)) return undefined;
      return { id, name, kind: told.kind, ...(told.text ? { buttonText: told.text.slice(0, 100) } : {}), ask };
    }),
  );
  return found.filter((method) => method !== undefined);
}

/** Calls the sign-in function of a service. @throws IntegrationError */
export function callSignIn<K extends 'password' | 'redirect', T>(
  { ask, name }: SignInMethod,
  kind: K,
  work: (signIn: K extends 'password' ? PasswordSignIn : RedirectSignIn, call: { readonly signal: AbortSignal }) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return ask(
    'sign-in',
    (offer, call) => {
      if (offer?.signIn.kind !== kind) throw new Error(`${name} has no ${kind} sign-in`);
      return work(offer.signIn as never, call);
    },
    { signal },
  );
}
