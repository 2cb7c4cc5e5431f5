import type { HttpResponse } from '@lectern/plugin-api';
import { sentence, spokenError } from '../words/index.js';
import { AnswerRefusal } from './answer-refusal.js';
import type { AllowedHost, OutboundGuardOptions } from './outbound-guard.js';
import { createPluginHttp } from './plugin-http.js';

export interface GuardedFetchOptions {
  readonly userAgent: string;
  /** Hosts that may be reached besides, or instead of, the public internet. By default any public host. */
  readonly allowedHosts?: () => readonly AllowedHost[] | 'any-public';
  /** `host` or `host:port` entries that may be private; for the demo and for tests. */
  readonly allowPrivateHosts?: readonly string[];
  readonly resolve?: OutboundGuardOptions['resolve'];
}

export interface GuardedFetchRequest {
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** Accepted media types without parameters, such as `image/jpeg`. By default all are accepted. */
  readonly contentTypes?: readonly string[];
  /** Default 5 MiB. */
  readonly maxBytes?: number;
  /** Default 10,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Fetches a URL that came from a person or a remote service, such as a cover.
 *
 * @throws IntegrationError with the codes of `PluginHttp`; `BAD_RESPONSE` for a media type that is not accepted
 */
export type GuardedFetch = (request: GuardedFetchRequest) => Promise<HttpResponse>;

/** Makes a fetch that reaches public hosts only, unless others are listed. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  return async ({ contentTypes, ...request }) => {
    const http = createPluginHttp({
      userAgent: options.userAgent,
      allowedHosts: options.allowedHosts ?? (() => 'any-public'),
      allowPrivateHosts: options.allowPrivateHosts,
      resolve: options.resolve,
      redact: (text) => text,
      inspect: (status, headers) => {
        if (contentTypes === undefined || status < 200 || status > 299) return;
        const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
        if (contentTypes.includes(type)) return;
        const expected = { anyOf: contentTypes };
        throw new AnswerRefusal((host) =>
          type === '' ? sentence('fault.no_media_type', { host, expected }) : sentence('fault.wrong_media_type', { host, type, expected }),
        );
      },
    });
    if (!/^https?:/i.test(request.url)) {
      throw spokenError('INTEGRATION_MISCONFIGURED', sentence('fault.scheme'));
    }
    return http.request({ maxBytes: 5 * 1024 * 1024, timeoutMs: 10_000, ...request, retry: false });
  };
}
