import { IntegrationError } from '@lectern/plugin-api';
import type { Call, HttpResponse, JsonObject, JsonValue, PluginHttp } from '@lectern/plugin-api';
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
    return new IntegrationError(
      'INTEGRATION_FORBIDDEN',
      'SABnzbd does not accept the host name in the address. Add that name to "Host whitelist" in SABnzbd (Config, Special), use its IP address, or set a username and password in SABnzbd.',
      { field: 'baseUrl' },
    );
  }
  if (/external internet access/i.test(text)) {
    return new IntegrationError(
      'INTEGRATION_FORBIDDEN',
      'SABnzbd takes Lectern for a stranger from the internet. Allow its network under "Local ranges", or change "External internet access" (both in Config, General or Special).',
    );
  }
  if (/api key/i.test(text)) {
    return new IntegrationError(
      'INTEGRATION_UNAUTHORIZED',
      'SABnzbd refuses the API key. Copy the API key (not the NZB key) from Config, General, Security.',
      { field: 'apiKey' },
    );
  }
  return new IntegrationError(
    'INTEGRATION_FORBIDDEN',
    'SABnzbd, or what stands before it, forbids the call and gives no reason. Check the API key; with "API warnings" switched off SABnzbd never says what is wrong.',
    { field: 'apiKey' },
  );
}

/** If the address leads elsewhere, a person has to correct it, and no release is to blame. */
function assertAddress(answer: HttpResponse, url: string): void {
  if (answer.status === 404) {
    const hasPath = new URL(url).pathname !== '/api';
    const hint = hasPath
      ? 'Try the address without its path: SABnzbd 4.4 and later have no URL base unless one is set.'
      : 'If a URL base is set in SABnzbd (Config, General), put it behind the address, e.g. /sabnzbd.';
    throw new IntegrationError('INTEGRATION_MISCONFIGURED', `No SABnzbd answers at this address (HTTP 404). ${hint}`, { field: 'baseUrl' });
  }
  if (answer.status < 300 || answer.status >= 400) return;
  const target = answer.headers.location ?? 'another address';
  throw new IntegrationError('INTEGRATION_MISCONFIGURED', `SABnzbd's address redirects to ${target}. Enter the final address.`, {
    field: 'baseUrl',
  });
}

function readAnswer(answer: HttpResponse, url: string): JsonObject {
  assertAddress(answer, url);
  if (answer.status === 403) throw refusal(answer.text());
  const body = answer.json<JsonValue>();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'SABnzbd answered something that is not an object.');
  }
  if (body.status !== false || typeof body.error !== 'string' || body.error === '') return body;
  if (body.error === 'not implemented') {
    throw new IntegrationError('INTEGRATION_UNSUPPORTED', 'This version of SABnzbd does not know what was asked of it.');
  }
  throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `SABnzbd could not do that: ${body.error.slice(0, 200)}`);
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
