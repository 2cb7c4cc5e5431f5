import { IntegrationError } from '@lectern/plugin-api';
import type { Call, JsonObject, JsonValue, PluginHttp } from '@lectern/plugin-api';
import type { NzbgetSettings } from './settings.js';

/** Positional; NZBGet ignores names and wants them all. */
type Parameters = readonly JsonValue[];

export interface RpcOptions extends Call {
  /** Adding must never be repeated automatically; everything else may be. */
  readonly once?: boolean;
}

/** NZBGet's JSON-RPC. Only this part knows its address, its login and its errors. */
export interface NzbgetClient {
  /** @returns `result` unchanged */
  call(method: string, parameters: Parameters, options: RpcOptions): Promise<JsonValue>;
}

/** A history of thousands of downloads is one answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/** NZBs of large posts have tens of megabytes, a third more in base64. */
const ADD_TIMEOUT_MS = 55_000;

/** `…/jsonrpc` for a base address with or without sub-path, trailing slash or that ending. */
export function rpcUrl(baseUrl: string): string {
  const url = new URL(baseUrl.trim());
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/(jsonrpc|jsonprpc|xmlrpc)$/, '');
  return `${url.origin}${path}/jsonrpc`;
}

function basic({ username, password }: Pick<NzbgetSettings, 'username' | 'password'>): Record<string, string> {
  if (!username && !password) return {};
  return { authorization: `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}` };
}

function rpcError(method: string, error: JsonObject): IntegrationError {
  const words = typeof error.message === 'string' ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'no message';
  if (error.code === 401) {
    return new IntegrationError(
      'INTEGRATION_FORBIDDEN',
      'NZBGet lets this user only add downloads, not follow them. Use ControlUsername and ControlPassword (Settings, Security).',
      { field: 'username' },
    );
  }
  if (error.code === 1) {
    return new IntegrationError('INTEGRATION_UNSUPPORTED', `This version of NZBGet does not know “${method}”; Lectern needs 18 or later.`);
  }
  return new IntegrationError('INTEGRATION_BAD_RESPONSE', `NZBGet could not do “${method}”: ${words}.`);
}

function unauthorized(hasLogin: boolean): IntegrationError {
  return new IntegrationError(
    'INTEGRATION_UNAUTHORIZED',
    hasLogin
      ? 'NZBGet refuses the username or the password. They are ControlUsername and ControlPassword in its settings under Security.'
      : 'NZBGet asks for a username and a password.',
    { field: hasLogin ? 'password' : 'username' },
  );
}

export function createNzbgetClient(http: PluginHttp, settings: Pick<NzbgetSettings, 'baseUrl' | 'username' | 'password'>): NzbgetClient {
  const url = rpcUrl(settings.baseUrl);
  const login = basic(settings);

  return {
    async call(method, parameters, { signal, once = false }) {
      const answer = await http.request({
        method: 'POST',
        url,
        // A 401 leaves the body unread on a kept-alive connection, which breaks the next request on it.
        headers: { ...login, connection: 'close' },
        json: { version: '1.1', id: 1, method, params: parameters },
        acceptStatus: [200, 401, 404],
        redirect: 'manual',
        retry: !once,
        maxBytes: MAX_BYTES,
        ...(once ? { timeoutMs: ADD_TIMEOUT_MS } : {}),
        signal,
      });
      if (answer.status === 401) throw unauthorized(login.authorization !== undefined);
      if (answer.status === 404) {
        const message = 'No NZBGet answers at this address (HTTP 404). Check host, port and path.';
        throw new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field: 'baseUrl' });
      }
      if (answer.status >= 300) {
        const target = answer.headers.location ?? 'another address';
        throw new IntegrationError('INTEGRATION_MISCONFIGURED', `NZBGet's address redirects to ${target}. Enter the final address.`, {
          field: 'baseUrl',
        });
      }
      const body = answer.json<JsonValue>();
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'NZBGet answered something that is not an object.');
      }
      if (typeof body.error === 'object' && body.error !== null) throw rpcError(method, body.error as JsonObject);
      if (body.result === undefined)
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `NZBGet answered “${method}” without a result.`);
      return body.result;
    },
  };
}
