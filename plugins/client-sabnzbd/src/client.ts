import type { Call, HttpResponse, IntegrationError, JsonObject, JsonValue, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import type { SabnzbdSettings } from './settings.js';

/** A file to upload. */
export interface Upload {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

type Parameters = Readonly<Record<string, string | number>>;

/** SABnzbd's API. Only this part knows its address and how it refuses. */
export interface SabnzbdClient {
  /**
   * @param mode e.g. `queue`
   * @throws IntegrationError also if SABnzbd answers a known mode with `status: false` and an error
   */
  call(mode: string, parameters: Parameters, call: Call): Promise<JsonObject>;
  /** Sends a file. Never repeated automatically, because SABnzbd would add it twice. */
  upload(file: Upload, parameters: Parameters, call: Call): Promise<JsonObject>;
}

/** A history of thousands of jobs, each with its log, is one answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/** NZBs of large posts have tens of megabytes. */
const UPLOAD_TIMEOUT_MS = 55_000;

/** `…/api` for a base address with or without URL base, trailing slash or that ending. */
export function apiUrl(baseUrl: string): string {
  const url = new URL(baseUrl.trim());
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api$/, '');
  return `${url.origin}${path}/api`;
}

/** The error for a 403, whose reason is plain text; empty if the user has switched "API warnings" off. */
function refusal(text: string): IntegrationError {
  if (/hostname verification/i.test(text)) {
    return fault('INTEGRATION_FORBIDDEN', 'host_name_refused', { field: 'baseUrl' });
  }
  if (/external internet access/i.test(text)) {
    return fault('INTEGRATION_FORBIDDEN', 'takes_us_for_stranger');
  }
  if (/api key/i.test(text)) {
    return fault('INTEGRATION_UNAUTHORIZED', 'key_refused', { field: 'apiKey' });
  }
  return fault('INTEGRATION_FORBIDDEN', 'forbidden', { field: 'apiKey' });
}

/** If the address leads elsewhere, a person has to correct it, and no release is to blame. */
function assertAddress(answer: HttpResponse, url: string): void {
  if (answer.status === 404) {
    const hasPath = new URL(url).pathname !== '/api';
    throw fault('INTEGRATION_MISCONFIGURED', hasPath ? 'nothing_at_path' : 'nothing_at_host', { field: 'baseUrl' });
  }
  if (answer.status < 300 || answer.status >= 400) return;
  const { location } = answer.headers;
  throw location === undefined
    ? fault('INTEGRATION_MISCONFIGURED', 'redirected_somewhere', { field: 'baseUrl' })
    : fault('INTEGRATION_MISCONFIGURED', 'redirected', { values: { target: location }, field: 'baseUrl' });
}

function readAnswer(answer: HttpResponse, url: string): JsonObject {
  assertAddress(answer, url);
  if (answer.status === 403) throw refusal(answer.text());
  const body = answer.json<JsonValue>();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw fault('INTEGRATION_BAD_RESPONSE', 'not_an_object');
  }
  if (body.status !== false || typeof body.error !== 'string' || body.error === '') return body;
  if (body.error === 'not implemented') {
    throw fault('INTEGRATION_UNSUPPORTED', 'unknown_mode');
  }
  throw fault('INTEGRATION_BAD_RESPONSE', 'call_failed', { values: { reason: body.error.slice(0, 200) } });
}

export function createSabnzbdClient(http: PluginHttp, settings: Pick<SabnzbdSettings, 'baseUrl' | 'apiKey'>): SabnzbdClient {
  const url = apiUrl(settings.baseUrl);
  // SABnzbd drops idle connections after ten seconds, which can coincide with a request.
  const common = {
    method: 'POST',
    url,
    headers: { connection: 'close' },
    acceptStatus: [200, 403, 404],
    redirect: 'manual',
    maxBytes: MAX_BYTES,
  } as const;

  /** Everything goes into the body: a key in the address would end up in the logs of proxies. */
  function fieldsOf(mode: string, parameters: Parameters): Record<string, string | number> {
    return { ...parameters, mode, output: 'json', apikey: settings.apiKey };
  }

  return {
    async call(mode, parameters, { signal }) {
      // All calls made this way may be repeated: reads, and changes that name their job.
      return readAnswer(await http.request({ ...common, form: fieldsOf(mode, parameters), retry: true, signal }), url);
    },
    async upload(file, parameters, { signal }) {
      const fields = Object.entries(fieldsOf('addfile', parameters)).map(([name, value]) => ({ name, value: String(value) }));
      const part = { name: 'name', value: file.bytes, filename: file.filename, contentType: 'application/x-nzb' };
      const answer = await http.request({ ...common, multipart: [...fields, part], retry: false, timeoutMs: UPLOAD_TIMEOUT_MS, signal });
      return readAnswer(answer, url);
    },
  };
}
