import { isIntegrationError } from '@lectern/plugin-api';
import type { HttpRequest, HttpResponse, PluginHttp } from '@lectern/plugin-api';
import { normalizeBaseUrl } from './base-url.js';
import { explained, explainedByKey } from './client-faults.js';
import { fault } from './fault.js';
import { isRaw, type Raw } from './schema.js';

const CALL_MS = 10_000;

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

type Request = Omit<HttpRequest, 'url'>;

/** Sends requests to one server, with and without the API key, and explains faults. */
export interface Transport {
  readonly send: (path: string, request: Request) => Promise<HttpResponse>;
  readonly authorized: (path: string, request: Request) => Promise<HttpResponse>;
  readonly readObject: (path: string, request: Request) => Promise<Raw>;
}

export function createTransport(http: PluginHttp, connection: Connection): Transport {
  const root = normalizeBaseUrl(connection.baseUrl);

  async function send(path: string, request: Request, explain = explained): Promise<HttpResponse> {
    try {
      return await http.request({ timeoutMs: CALL_MS, ...request, url: root + path });
    } catch (error) {
      throw isIntegrationError(error) ? explain(error) : error;
    }
  }

  function authorized(path: string, request: Request): Promise<HttpResponse> {
    const headers = { ...request.headers, authorization: `Bearer ${connection.apiKey}` };
    return send(path, { ...request, headers }, explainedByKey);
  }

  return {
    send: (path, request) => send(path, request),
    authorized,
    readObject: async (path, request) => objectOf(await authorized(path, request)),
  };
}

export function objectOf(answer: HttpResponse): Raw {
  if ((answer.headers['content-type'] ?? '').includes('text/html')) {
    throw fault('INTEGRATION_BAD_RESPONSE', 'web_page');
  }
  const body = answer.json();
  return required(isRaw(body) ? body : undefined, 'no_object');
}

export function required<T>(value: T | undefined, key: 'no_object' | 'no_account' | 'no_page_of_items'): T {
  if (value === undefined) throw fault('INTEGRATION_BAD_RESPONSE', key);
  return value;
}
