import { isIntegrationError } from '@lectern/plugin-api';
import type { CheckCall, CheckDetail } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { detail } from './detail.js';
import type { ServerUser } from './schema.js';
import type { AudiobookshelfSettings } from './settings.js';

/** Addresses that the server accepts in its list of return addresses: no port, no user, no IPv6 brackets. */
const LISTABLE = /^https?:\/\/[\w.-]+(\/[\w./-]*)?$/;

/** Warns if an OpenID sign-in could not return to Lectern, because the server cannot list its address. */
export async function describeReturnAddress(
  client: Pick<AudiobookshelfClient, 'returnAddresses'>,
  settings: AudiobookshelfSettings,
  user: ServerUser,
  call: CheckCall,
): Promise<readonly CheckDetail[]> {
  const address = call.lectern?.publicUrl;
  if (settings.allowSignIn !== true || settings.signInWith !== 'openid' || address === undefined || LISTABLE.test(address)) return [];
  if (user.isAdmin && (await listedAddresses(client, call)).includes('*')) return [];
  return [detail('openid_cannot_return', { address })];
}

/** Returns nothing if the server does not tell: this is only for a hint, and everything may be fine. */
async function listedAddresses(client: Pick<AudiobookshelfClient, 'returnAddresses'>, call: CheckCall): Promise<readonly string[]> {
  try {
    return await client.returnAddresses(call);
  } catch (error) {
    call.signal.throwIfAborted();
    if (!isIntegrationError(error)) throw error;
    return [];
  }
}
