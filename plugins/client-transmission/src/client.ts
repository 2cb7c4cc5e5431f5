import type { Call, HttpResponse, IntegrationError, JsonObject, JsonValue, PluginHttp } from '@lectern/plugin-api';
import { dialectFor, legacyDialect } from './dialect.js';
import type { RpcReply } from './dialect.js';
import { fault } from './fault.js';
import type { TransmissionSettings } from './settings.js';

export interface RpcCall extends Call {
  /** The call changes nothing, or nothing more the second time, so it may be repeated after a temporary fault. */
  readonly repeatable?: boolean;
}

/** Transmission's RPC interface. Only this part knows addresses and headers. */
export interface TransmissionClient {
  /**
   * @param method legacy spelling, e.g. `torrent-get`
   * @returns the answer, even if Transmission says that the call failed
   */
  ask(method: string, args: JsonObject, call: RpcCall): Promise<RpcReply>;
  /** Like `ask`, but a failed call throws. */
  call(method: string, args: JsonObject, call: RpcCall): Promise<JsonObject>;
}

const SESSION_HEADER = 'x-transmission-session-id';
const DEFAULT_PATH = '/transmission/rpc';

/** Success, and answers that say something about the settings. The host maps the others. */
const ANSWERED = [200, 401, 403, 404, 405, 409, 421];

/** The RPC address. A base address may already name the web client or the RPC path. */
export function rpcUrl(settings: Pick<TransmissionSettings, 'baseUrl' | 'rpcPath'>): string {
  const url = new URL(settings.baseUrl.trim());
  const path = settings.rpcPath || DEFAULT_PATH;
  const base = url.pathname.replace(/\/(web\/?)?$/, '').replace(/(?<!\/)\/+$/, '');
  const folder = path.slice(0, path.lastIndexOf('/'));
  if (base.endsWith('/rpc')) url.pathname = base;
  else if (folder !== '' && base.endsWith(folder)) url.pathname = `${base}${path.slice(folder.length)}`;
  else url.pathname = `${base}${path}`;
  url.search = '';
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}

function basicAuth(settings: TransmissionSettings): Record<string, string> {
  if (!settings.username && !settings.password) return {};
  const pair = Buffer.from(`${settings.username ?? ''}:${settings.password ?? ''}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}

function explain(answer: HttpResponse, url: string): IntegrationError | undefined {
  if (answer.status >= 300 && answer.status < 400) {
    const { location } = answer.headers;
    return location === undefined
      ? fault('INTEGRATION_MISCONFIGURED', 'redirected_somewhere', { values: { url }, field: 'baseUrl' })
      : fault('INTEGRATION_MISCONFIGURED', 'redirected', { values: { url, target: location }, field: 'baseUrl' });
  }
  switch (answer.status) {
    case 401:
      return fault('INTEGRATION_UNAUTHORIZED', 'login_refused', { field: 'password' });
    case 403:
      return fault('INTEGRATION_FORBIDDEN', 'our_address_refused', { field: 'baseUrl' });
    case 404:
    case 405:
      return fault('INTEGRATION_MISCONFIGURED', 'nothing_at_address', { values: { url }, field: 'baseUrl' });
    case 421:
      return fault('INTEGRATION_MISCONFIGURED', 'host_name_refused', { field: 'baseUrl' });
    default:
      return undefined;
  }
}

export function createTransmissionClient(http: PluginHttp, settings: TransmissionSettings): TransmissionClient {
  const url = rpcUrl(settings);
  const auth = basicAuth(settings);
  let sessionId = '';
  let dialect = legacyDialect;

  function post(method: string, args: JsonObject, { signal, repeatable }: RpcCall): Promise<HttpResponse> {
    return http.request({
      method: 'POST',
      url,
      headers: { ...auth, ...(sessionId ? { [SESSION_HEADER]: sessionId } : {}) },
      json: dialect.encode(method, args),
      acceptStatus: ANSWERED,
      redirect: 'manual',
      retry: repeatable ?? false,
      signal,
    });
  }

  /** Learns from a 409. The id changes at each restart of the daemon and about every hour. */
  function learnSession(answer: HttpResponse): void {
    const id = answer.headers[SESSION_HEADER];
    if (!id) {
      throw fault('INTEGRATION_MISCONFIGURED', 'no_session_id', { values: { url }, field: 'baseUrl' });
    }
    sessionId = id;
    dialect = dialectFor(answer.headers['x-transmission-rpc-version']);
  }

  async function ask(method: string, args: JsonObject, call: RpcCall): Promise<RpcReply> {
    let answer = await post(method, args, call);
    if (answer.status === 409) {
      // A call answered with 409 was not carried out, so repeating even an add is safe.
      learnSession(answer);
      answer = await post(method, args, call);
    }
    if (answer.status === 409) {
      throw fault('INTEGRATION_UNAVAILABLE', 'session_id_refused');
    }
    const refused = explain(answer, url);
    if (refused) throw refused;
    const reply = dialect.decode(answer.json<JsonValue>());
    if (!reply) throw fault('INTEGRATION_BAD_RESPONSE', 'not_the_protocol', { values: { url } });
    return reply;
  }

  return {
    ask,
    async call(method, args, call) {
      const { failure, data } = await ask(method, args, call);
      if (failure !== undefined) throw fault('INTEGRATION_BAD_RESPONSE', 'method_refused', { values: { method, reason: failure } });
      return data;
    },
  };
}
