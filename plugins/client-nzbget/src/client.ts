import type { Call, IntegrationError, JsonObject, JsonValue, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
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
  if (error.code === 401) {
    return fault('INTEGRATION_FORBIDDEN', 'add_only_user', { field: 'username' });
  }
  if (error.code === 1) {
    return fault('INTEGRATION_UNSUPPORTED', 'unknown_method', { values: { method } });
  }
  return typeof error.message === 'string'
    ? fault('INTEGRATION_BAD_RESPONSE', 'call_failed', { values: { method, reason: error.message.replace(/\s+/g, ' ').slice(0, 200) } })
    : fault('INTEGRATION_BAD_RESPONSE', 'call_failed_silently', { values: { method } });
}

function unauthorized(hasLogin: boolean): IntegrationError {
  return hasLogin
    ? fault('INTEGRATION_UNAUTHORIZED', 'login_refused', { field: 'password' })
    : fault('INTEGRATION_UNAUTHORIZED', 'login_missing', { field: 'username' });
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
        throw fault('INTEGRATION_MISCONFIGURED', 'nothing_at_address', { field: 'baseUrl' });
      }
      if (answer.status >= 300) {
        const { location } = answer.headers;
        throw location === undefined
          ? fault('INTEGRATION_MISCONFIGURED', 'redirected_somewhere', { field: 'baseUrl' })
          : fault('INTEGRATION_MISCONFIGURED', 'redirected', { values: { target: location }, field: 'baseUrl' });
      }
      const body = answer.json<JsonValue>();
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw fault('INTEGRATION_BAD_RESPONSE', 'not_an_object');
      }
      if (typeof body.error === 'object' && body.error !== null) throw rpcError(method, body.error as JsonObject);
      if (body.result === undefined) throw fault('INTEGRATION_BAD_RESPONSE', 'no_result', { values: { method } });
      return body.result;
    },
  };
}
