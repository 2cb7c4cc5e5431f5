import type { Call, ExternalAccount, IntegrationError, RedirectSignIn } from '@lectern/plugin-api';
import { fault } from './fault.js';
import type { Installation } from './installation.js';
import type { OwnMachine } from './own-machine.js';
import type { PlexTv } from './plex-tv.js';
import { openState, sealState } from './sealed-state.js';

/** A strong PIN lives about half an hour. */
const PIN_MS = 30 * 60_000;
/** Plex asks clients to poll at most once a second. */
const POLL_MS = 2000;

export interface SignInDeps {
  readonly tv: PlexTv;
  readonly ownMachine: OwnMachine;
  readonly installation: Installation;
  readonly now: () => number;
}

/**
 * Signs in with Plex accounts. The PIN is created and read here, never taken from a browser: a token does not say for
 * which program it was made, so any other Plex app could pass us its users' tokens. Tokens are never stored.
 */
export function createSignIn({ tv, ownMachine, installation, now }: SignInDeps): RedirectSignIn {
  const polls = new Map<string, { readonly at: number; readonly expiresAt: number }>();
  const used = new Map<string, number>();

  function forgetOld(): void {
    for (const [id, { expiresAt }] of polls) if (expiresAt <= now()) polls.delete(id);
    for (const [id, expiresAt] of used) if (expiresAt <= now()) used.delete(id);
  }

  async function accountOf(token: string, call: Call): Promise<ExternalAccount> {
    const machineId = await ownMachine(call);
    const [account, servers] = await Promise.all([tv.account(token, call), tv.servers(token, call)]);
    const ours = servers.filter((server) => server.machineId === machineId);
    if (ours.length === 0) {
      throw fault('INTEGRATION_FORBIDDEN', 'account_without_server');
    }
    return {
      subject: account.uuid,
      username: account.name,
      ...(account.email === undefined ? {} : { email: account.email }),
      isAdmin: ours.some((server) => server.isOwned),
    };
  }

  return {
    kind: 'redirect',

    async begin({ returnUrl }, call) {
      const expiresAt = now() + PIN_MS;
      const pin = await tv.createPin(call);
      const state = sealState({ pinId: pin.id, expiresAt }, await installation.sealKey());
      // Plex adds nothing to the return address
      const back = new URL(returnUrl);
      back.searchParams.set('state', state);
      return { url: await tv.signInUrl(pin, back.href), state };
    },

    async finish({ state, query }, call) {
      forgetOld();
      const opened = openState(state, await installation.sealKey());
      if (!opened || (query.state !== undefined && query.state !== state)) {
        throw fault('INTEGRATION_UNAUTHORIZED', 'sign_in_not_started_here');
      }
      const { pinId, expiresAt } = opened;
      if (expiresAt <= now() || used.has(pinId)) throw expired();
      const last = polls.get(pinId);
      if (last !== undefined && now() - last.at < POLL_MS) return undefined;
      polls.set(pinId, { at: now(), expiresAt });
      const pin = await tv.readPin(pinId, call);
      if (pin === 'expired') throw expired();
      if (pin.token === undefined) return undefined;
      const account = await accountOf(pin.token, call);
      used.set(pinId, expiresAt);
      return account;
    },
  };
}

function expired(): IntegrationError {
  return fault('INTEGRATION_NOT_FOUND', 'sign_in_over');
}
