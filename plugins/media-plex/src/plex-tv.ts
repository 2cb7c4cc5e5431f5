import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, HttpRequest, HttpResponse, IntegrationError, PluginHttp } from '@lectern/plugin-api';
import { readJson } from './answer-body.js';
import { normalizeBaseUrl } from './base-url.js';
import { fault } from './fault.js';
import type { Installation } from './installation.js';
import { flagOf, isRaw, rawList, textOf } from './schema.js';
import type { Raw } from './schema.js';
import { createSlowDown } from './slow-down.js';

export const PLEX_TV = 'https://plex.tv';
const SIGN_IN_PAGE = 'https://app.plex.tv/auth';
const CALL_MS = 15_000;

/** A sign-in that somebody has to confirm at Plex. */
export interface Pin {
  readonly id: string;
  readonly code: string;
}

/** A Plex account. Managed members of a Plex Home have neither username nor e-mail. */
export interface PlexAccount {
  readonly uuid: string;
  readonly name: string;
  /** Set only if Plex has verified it. */
  readonly email?: string;
}

/** A server that an account can use. */
export interface UsableServer {
  readonly machineId: string;
  readonly isOwned: boolean;
}

export type PlexTv = ReturnType<typeof createPlexTv>;

/** Speaks the wire protocol of plex.tv. Only this file knows its URLs. */
export function createPlexTv(http: PluginHttp, installation: Installation, address: string, now: () => number) {
  const slowDowns = { pins: createSlowDown(now), account: createSlowDown(now) };

  async function send(path: string, request: Omit<HttpRequest, 'url'>, of: keyof typeof slowDowns, token?: string): Promise<HttpResponse> {
    slowDowns[of].check();
    try {
      const answer = await http.request({
        timeoutMs: CALL_MS,
        redirect: 'manual',
        // retries count against the same limit, and a waiting browser asks again anyway
        retry: false,
        acceptStatus: [200, 201, 400, 404, 422, 498],
        ...request,
        url: normalizeBaseUrl(address, 'plexTvUrl') + path,
        headers: await installation.headers(token),
      });
      slowDowns[of].clear();
      return answer;
    } catch (error) {
      if (!isIntegrationError(error)) throw error;
      if (error.code === 'INTEGRATION_RATE_LIMITED') throw slowDowns[of].hit(error);
      // the account of the person who signs in, not one from our settings
      throw error.code === 'INTEGRATION_UNAUTHORIZED' ? refusedAccount(error) : error;
    }
  }

  async function read(path: string, { signal }: Call, token: string): Promise<unknown> {
    const answer = await send(path, { signal }, 'account', token);
    if (answer.status === 422 || answer.status === 498) throw refusedAccount();
    if (answer.status >= 300) throw unexpected(answer);
    return readJson(answer);
  }

  return {
    /** Creates a strong PIN: it lives half an hour, and nobody can guess its code. */
    async createPin({ signal }: Call): Promise<Pin> {
      const answer = await send('/api/v2/pins', { method: 'POST', query: { strong: 'true' }, signal }, 'pins');
      if (answer.status >= 300) throw unexpected(answer);
      const body = readJson(answer);
      const id = isRaw(body) ? textOf(body.id) : undefined;
      const code = isRaw(body) ? textOf(body.code) : undefined;
      if (id === undefined || code === undefined) throw missing('no_pin');
      return { id, code };
    },

    /** @returns the account token, or nothing until it is confirmed; `expired` also if another installation created the PIN */
    async readPin(id: string, { signal }: Call): Promise<{ readonly token?: string } | 'expired'> {
      const answer = await send(`/api/v2/pins/${encodeURIComponent(id)}`, { signal }, 'pins');
      if (answer.status === 404) return 'expired';
      if (answer.status >= 300) throw unexpected(answer);
      const body = readJson(answer);
      if (!isRaw(body)) throw missing('no_pin');
      const token = textOf(body.authToken);
      return token === undefined ? {} : { token };
    },

    async account(token: string, call: Call): Promise<PlexAccount> {
      const body = await read('/api/v2/user', call, token);
      const uuid = isRaw(body) ? textOf(body.uuid) : undefined;
      if (!isRaw(body) || uuid === undefined) throw missing('no_account');
      const email = flagOf(body.confirmed) === true ? textOf(body.email) : undefined;
      const name = textOf(body.username) ?? textOf(body.title) ?? textOf(body.friendlyName) ?? uuid;
      return { uuid, name, ...(email === undefined ? {} : { email }) };
    },

    /** The servers that an account can use. A failed call says nothing about that. */
    async servers(token: string, call: Call): Promise<readonly UsableServer[]> {
      const body = await read('/api/v2/resources?includeHttps=1&includeRelay=1', call, token);
      if (!Array.isArray(body)) throw missing('no_list_of_servers');
      return rawList(body).flatMap((entry) => {
        const machineId = textOf(entry.clientIdentifier);
        return machineId === undefined || !providesServer(entry) ? [] : [{ machineId, isOwned: flagOf(entry.owned) === true }];
      });
    },

    /** Tokens expire after weeks without use; this counts as use. */
    async ping(token: string, { signal }: Call): Promise<void> {
      await send('/api/v2/ping', { timeoutMs: 5000, signal }, 'account', token);
    },

    /** The address for the browser. Codes are in the fragment, which is never sent to a server. */
    async signInUrl(pin: Pin, forwardUrl: string): Promise<string> {
      const root = normalizeBaseUrl(address, 'plexTvUrl');
      const page = root === PLEX_TV ? SIGN_IN_PAGE : `${root}/auth`;
      const parameters = new URLSearchParams({
        clientID: await installation.clientId(),
        code: pin.code,
        'context[device][product]': 'Lectern',
        forwardUrl,
      });
      return `${page}#?${parameters.toString()}`;
    },
  };
}

function providesServer({ provides }: Raw): boolean {
  return (textOf(provides) ?? '').split(',').some((part) => part.trim() === 'server');
}

function refusedAccount(cause?: unknown): IntegrationError {
  return fault('INTEGRATION_UNAUTHORIZED', 'sign_in_not_accepted', { cause });
}

function unexpected({ status }: HttpResponse): IntegrationError {
  const code = status === 404 ? 'INTEGRATION_NOT_FOUND' : 'INTEGRATION_BAD_RESPONSE';
  return fault(code, 'plex_tv_status', { values: { status: String(status) } });
}

function missing(key: 'no_pin' | 'no_account' | 'no_list_of_servers'): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', key);
}
