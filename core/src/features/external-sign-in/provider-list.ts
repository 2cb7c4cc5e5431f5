import type { PasswordSignIn, RedirectSignIn } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../plugin-host/index.js';
import type { ExternalProvider } from '../auth/index.js';
import type { SettingsService } from '../settings/index.js';

/** What finding the ways to sign in needs. */
export interface ProviderListDeps {
  readonly host: Pick<PluginHost, 'providers'>;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** A media server whose accounts may be used here. */
export interface SignInProvider extends ExternalProvider {
  readonly server: BoundProvider<'mediaServer'>;
}

/**
 * Media servers whose accounts are a way to sign in now: connected, and offering it by their own settings. One that
 * sends the browser away needs the public address of this server, which is never taken from a request.
 */
export async function signInProviders({ host, settings }: ProviderListDeps): Promise<SignInProvider[]> {
  const { server } = await settings.get();
  const found = await Promise.all(
    host.providers('mediaServer').map(async (provider): Promise<SignInProvider | undefined> => {
      const kind = await provider.call('sign-in kind', (media) => Promise.resolve(media.accounts?.signIn.kind)).catch(() => undefined);
      if (kind === undefined || (kind === 'redirect' && server.publicUrl === null)) return undefined;
      return { id: provider.integrationId, name: provider.name, kind, server: provider };
    }),
  );
  return found.filter((provider) => provider !== undefined);
}

/** Calls the sign-in of a media server. @throws IntegrationError */
export function callSignIn<K extends 'password' | 'redirect', T>(
  { server }: SignInProvider,
  kind: K,
  work: (signIn: K extends 'password' ? PasswordSignIn : RedirectSignIn, call: { readonly signal: AbortSignal }) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return server.call(
    'sign-in',
    (media, call) => {
      const signIn = media.accounts?.signIn;
      if (signIn?.kind !== kind) throw new Error(`${server.name} has no ${kind} sign-in`);
      return work(signIn as never, call);
    },
    { signal },
  );
}
