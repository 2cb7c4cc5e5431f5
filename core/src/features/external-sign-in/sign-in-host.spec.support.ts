import { IntegrationError, type MediaServer, type SignInProvider } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/index.js';

/** What the integrations of a host offer, by their ids; one without an offer is there and lets nobody in. */
export interface SignInOffers {
  readonly mediaServers?: Readonly<Record<string, MediaServer['accounts']>>;
  readonly signInProviders?: Readonly<Record<string, SignInProvider>>;
}

/** A plugin host that has nothing but integrations people sign in with. They are asked for anew with each call. */
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

/** A media server that lets everybody in whose password is `right`. */
export const RIGHT_PASSWORD: MediaServer['accounts'] = {
  signIn: {
    kind: 'password',
    async signIn({ username, password }) {
      if (password === 'right') return { subject: `abs-${username}`, username, isAdmin: true };
      throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'wrong');
    },
  },
};
