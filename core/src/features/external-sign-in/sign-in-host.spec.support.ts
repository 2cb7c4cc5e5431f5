import { IntegrationError, type MediaServer, type SignInProvider } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/index.js';

/** The offers of a host's integrations, by id. An integration without an offer exists but lets nobody in. */
export interface SignInOffers {
  readonly mediaServers?: Readonly<Record<string, MediaServer['accounts']>>;
  readonly signInProviders?: Readonly<Record<string, SignInProvider>>;
}

/** A plugin host with only sign-in integrations. Offers are requested at each call. */
export function signInHost(offers: () => SignInOffers): PluginHost {
  const offeredAs = (kind: string): readonly (readonly [string, unknown])[] => {
    const { mediaServers = {}, signInProviders = {} } = offers();
    if (kind === 'mediaServer') return Object.entries(mediaServers).map(([id, accounts]) => [id, { accounts }]);
    return kind === 'signInProvider' ? Object.entries(signInProviders) : [];
  };
  return {
    providers: (kind: string) =>
      offeredAs(kind).map(([integrationId, provider]) => ({
        integrationId,
        name: integrationId.toUpperCase(),
        call: async (_what: string, work: (provider: unknown, call: object) => Promise<unknown>, options?: { signal: AbortSignal }) =>
          work(provider, { signal: options?.signal ?? AbortSignal.timeout(1000) }),
      })),
  } as unknown as PluginHost;
}

/** A media server that admits everybody with the password `right`. */
export const RIGHT_PASSWORD: MediaServer['accounts'] = {
  signIn: {
    kind: 'password',
    async signIn({ username, password }) {
      if (password === 'right') return { subject: `abs-${username}`, username, isAdmin: true };
      throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'wrong');
    },
  },
};
