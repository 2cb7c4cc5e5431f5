import { isIntegrationError, type HttpRequest, type HttpResponse, type PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { readObject, readText } from './read.js';
import type { Settings } from './settings.js';

export type ClientRequest = Omit<HttpRequest, 'url' | 'headers'> & { readonly signal: AbortSignal };

/** Calls the service. Only this file knows its address and its protocol. */
export interface Client {
  /** @param path below the configured address, e.g. `/status` */
  request(path: string, request: ClientRequest): Promise<HttpResponse>;
  json(path: string, request: ClientRequest): Promise<unknown>;
  version(signal: AbortSignal): Promise<string>;
}

export function createClient(http: PluginHttp, settings: Settings): Client {
  const root = settings.baseUrl.replace(/\/+$/, '');

  async function request(path: string, options: ClientRequest): Promise<HttpResponse> {
    try {
      return await http.request({ ...options, url: `${root}${path}`, headers: { authorization: `Bearer ${settings.token}` } });
    } catch (error) {
      // all other faults already have the right code: see the table of codes
      throw isIntegrationError(error) && error.code === 'INTEGRATION_UNAUTHORIZED'
        ? fault('INTEGRATION_UNAUTHORIZED', 'token_refused', { field: 'token', cause: error })
        : error;
    }
  }

  async function json(path: string, options: ClientRequest): Promise<unknown> {
    return (await request(path, options)).json();
  }

  return {
    request,
    json,
    async version(signal) {
      return readText(readObject(await json('/status', { signal }), 'the status').version, 'the version');
    },
  };
}
