import { IntegrationError, isIntegrationError, type HttpRequest, type HttpResponse, type PluginHttp } from '@lectern/plugin-api';
import { readObject, readText } from './read.js';
import type { Settings } from './settings.js';

export type ClientRequest = Omit<HttpRequest, 'url' | 'headers'> & { readonly signal: AbortSignal };

/** Speaks to the service. The only file that knows its address and how it wants to be asked. */
export interface Client {
  /** @param path below the address of the settings, e.g. `/status` */
  request(path: string, request: ClientRequest): Promise<HttpResponse>;
  json(path: string, request: ClientRequest): Promise<unknown>;
  version(signal: AbortSignal): Promise<string>;
}

function refusedToken(cause: unknown): IntegrationError {
  return new IntegrationError('INTEGRATION_UNAUTHORIZED', 'The service refuses the token. Make a new one there and enter it here.', {
    field: 'token',
    cause,
  });
}

export function createClient(http: PluginHttp, settings: Settings): Client {
  const root = settings.baseUrl.replace(/\/+$/, '');

  async function request(path: string, options: ClientRequest): Promise<HttpResponse> {
    try {
      return await http.request({ ...options, url: `${root}${path}`, headers: { authorization: `Bearer ${settings.token}` } });
    } catch (error) {
      // every other fault already says what it is: see the table of codes
      throw isIntegrationError(error) && error.code === 'INTEGRATION_UNAUTHORIZED' ? refusedToken(error) : error;
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
