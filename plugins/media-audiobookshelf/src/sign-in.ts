import { isIP } from 'node:net';
import type { Call, ExternalAccount, PasswordSignIn, PluginLogger } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { fault } from './fault.js';
import type { SignedIn } from './sign-in-calls.js';

/** The account that signed in. The tokens are revoked at once and never stored. */
export async function toAccount(
  { user, refreshToken }: SignedIn,
  client: Pick<AudiobookshelfClient, 'signOut'>,
  log: PluginLogger,
  call: Call,
): Promise<ExternalAccount> {
  if (refreshToken !== undefined) {
    // otherwise each sign-in leaves a session behind for thirty days
    await client.signOut(refreshToken, call).catch((error: unknown) => {
      log.warn('the session of a sign-in could not be closed', { error: error instanceof Error ? error.message : String(error) });
    });
  }
  if (!user.isActive) throw fault('INTEGRATION_UNAUTHORIZED', 'account_not_active');
  return {
    subject: user.id,
    username: user.username,
    ...(user.email === undefined ? {} : { email: user.email }),
    isAdmin: user.isAdmin,
  };
}

/** Signs in with the username and password of an Audiobookshelf account. */
export function createSignIn(client: Pick<AudiobookshelfClient, 'signIn' | 'signOut'>, log: PluginLogger): PasswordSignIn {
  return {
    kind: 'password',
    async signIn({ username, password, clientAddress }, call) {
      const address = isIP(clientAddress) === 0 ? undefined : clientAddress;
      return toAccount(await client.signIn({ username, password, address }, call), client, log, call);
    },
  };
}
