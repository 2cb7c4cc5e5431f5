import { isIntegrationError, type HttpResponse } from '@lectern/plugin-api';
import { createPluginHttp } from '../../platform/http-client/plugin-http.js';
import { InstallError } from './install-error.js';
import { isObject, type Json } from './registry-answers.js';
import { saidOf, sentence, type Sentence } from '../../platform/words/index.js';

export interface RegistryOptions {
  /** Base address, with or without a slash at the end. */
  readonly url: string;
  /** Sent only to the registry's own origin. */
  readonly token?: string;
  readonly userAgent: string;
  readonly redact: (text: string) => string;
  /** Time limit for an answer in milliseconds; ten times as long for a tarball. Default 15,000. */
  readonly timeoutMs?: number;
}

const LARGEST_ANSWER = 20 * 1024 * 1024;

/** Sends requests to one registry. Refusals say what was requested. */
export interface RegistryClient {
  readonly base: URL;
  /** Time limit for an answer in milliseconds. */
  readonly timeoutMs: number;
  /** `what` completes "The registry does not allow …". 404 is an answer. @throws InstallError */
  ask(url: URL, what: Sentence, signal: AbortSignal | undefined, limits: { maxBytes: number; timeoutMs: number }): Promise<HttpResponse>;
  /** @returns nothing for 404. @throws InstallError */
  askJson(url: URL, what: Sentence, signal: AbortSignal | undefined): Promise<Json | undefined>;
}

function failed(host: string, error: unknown, what: Sentence): InstallError {
  if (!isIntegrationError(error)) throw error;
  const { code } = error;
  const fault = saidOf(error);
  if (code === 'INTEGRATION_ABORTED') return new InstallError('INSTALL_CANCELLED', sentence('install.cancelled'), { cause: error });
  if (code === 'INTEGRATION_UNAUTHORIZED' || code === 'INTEGRATION_FORBIDDEN') {
    return new InstallError('INSTALL_REGISTRY_REFUSED', sentence('install.registry_refused', { host, action: what, fault }), {
      cause: error,
    });
  }
  if (code === 'INTEGRATION_UNAVAILABLE' || code === 'INTEGRATION_RATE_LIMITED') {
    return new InstallError('INSTALL_REGISTRY_UNREACHABLE', sentence('install.registry_unreachable', { host, fault }), { cause: error });
  }
  return new InstallError('INSTALL_REGISTRY_ANSWER', sentence('install.registry_unusable', { host, fault }), { cause: error });
}

export function createRegistryClient(options: RegistryOptions): RegistryClient {
  const base = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
  const { host, hostname } = base;
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  const timeoutMs = options.timeoutMs ?? 15_000;
  const http = createPluginHttp({
    // the admin chose the registry, which may be on the home network; the address of its tarballs was not chosen
    allowedHosts: () => [
      { host: hostname, port, private: true },
      { host: '*', private: false },
    ],
    userAgent: options.userAgent,
    retryDelayMs: 200,
    redact: options.redact,
  });

  const ask: RegistryClient['ask'] = async (url, what, signal, limits) => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (options.token !== undefined && url.origin === base.origin) headers.authorization = `Bearer ${options.token}`;
    try {
      return await http.request({ url: url.href, headers, signal, ...limits, acceptStatus: [200, 404] });
    } catch (error) {
      throw failed(host, error, what);
    }
  };

  return {
    base,
    timeoutMs,
    ask,
    async askJson(url, what, signal) {
      const answer = await ask(url, what, signal, { maxBytes: LARGEST_ANSWER, timeoutMs });
      if (answer.status === 404) return undefined;
      let body: unknown;
      try {
        body = answer.json();
      } catch (error) {
        throw failed(host, error, what);
      }
      if (isObject(body)) return body;
      throw new InstallError('INSTALL_REGISTRY_ANSWER', sentence('install.registry_no_answer', { host }));
    },
  };
}
