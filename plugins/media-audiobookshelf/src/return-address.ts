import { isIntegrationError } from '@lectern/plugin-api';
import type { CheckCall } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import type { ServerUser } from './schema.js';
import type { AudiobookshelfSettings } from './settings.js';

/** What the server takes into its list of return addresses: no port, no user, no brackets of an IPv6 address. */
const LISTABLE = /^https?:\/\/[\w.-]+(\/[\w./-]*)?$/;

/** Says when nobody could come back to Lectern from a sign-in by OpenID, because the server cannot list its address. */
export async function describeReturnAddress(
  client: Pick<AudiobookshelfClient, 'returnAddresses'>,
  settings: AudiobookshelfSettings,
  user: ServerUser,
  call: CheckCall,
): Promise<readonly string[]> {
  const address = call.lectern?.publicUrl;
  if (settings.allowSignIn !== true || settings.signInWith !== 'openid' || address === undefined || LISTABLE.test(address)) return [];
  if (user.isAdmin && (await listedAddresses(client, call)).includes('*')) return [];
  return [
    `Signing in by OpenID cannot come back to ${address}: Audiobookshelf lists no return address with a port. Give Lectern a public address without one, or allow * in Audiobookshelf under Settings, Authentication.`,
  ];
}

/** Nothing where the server does not tell: this is about a hint, and all else may be well. */
async function listedAddresses(client: Pick<AudiobookshelfClient, 'returnAddresses'>, call: CheckCall): Promise<readonly string[]> {
  try {
    return await client.returnAddresses(call);
  } catch (error) {
    call.signal.throwIfAborted();
    if (!isIntegrationError(error)) throw error;
    return [];
  }
}
