import { isIntegrationError, type HttpRequest, type IntegrationError, type PluginHttp } from '@lectern/plugin-api';
import { sentence, spokenError, withTexts } from '../words/index.js';
import PQueue from 'p-queue';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createExchange, type WireRequest } from './exchange.js';
import { networkFault, statusFault, type Fault } from './fault-mapping.js';
import { toHttpResponse, type RawAnswer } from './http-answer.js';
import { linkSignals } from './linked-signal.js';
import { createOutboundGuard, type OutboundGuardOptions } from './outbound-guard.js';
import { followRedirects } from './redirects.js';
import { withStandIns, type StandIns } from './stand-ins.js';
import { mayHaveHappened, noteUncertain } from './uncertain-faults.js';
import { redactRequest, toWireRequest } from './wire-request.js';

export type { AllowedHost } from './outbound-guard.js';
export type { StandIns } from './stand-ins.js';

export interface PluginHttpOptions extends OutboundGuardOptions {
  readonly userAgent: string;
  /** Milliseconds before the first retry; doubles each time, with jitter. Default 500. */
  readonly retryDelayMs?: number;
  /** Default of `HttpRequest.timeoutMs`. Default 15,000. */
  readonly defaultTimeoutMs?: number;
  /** Removes secrets from text that may be shown or logged. */
  readonly redact: (text: string) => string;
  /** The most concurrent requests to one host, in each of its lanes. Default 6. */
  readonly concurrencyPerHost?: number;
  /** Gets status and headers before the body is read. The request ends if it throws. */
  readonly inspect?: (status: number, headers: IncomingHttpHeaders) => void;
  readonly now?: () => number;
  /** Other servers that answer for an origin; for the demo and for tests. */
  readonly standIns?: StandIns;
}

const MAX_ATTEMPTS = 3;
/** When a service asks for a longer pause than this, the request fails, and the caller decides what to do. */
const LONGEST_PAUSE_MS = 10_000;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

function abortedError(host: string): IntegrationError {
  return spokenError('INTEGRATION_ABORTED', sentence('fault.request_cancelled', { host }));
}

function isAccepted(raw: RawAnswer, request: HttpRequest): boolean {
  if (request.acceptStatus === 'any' || request.acceptStatus?.includes(raw.status)) return true;
  if (request.redirect === 'manual' && raw.status >= 300 && raw.status < 400) return true;
  return request.acceptStatus === undefined && raw.status >= 200 && raw.status < 300;
}

/**
 * The network access of plugins, based on got: deadlines, bounded bodies, retries, `Retry-After`, a queue per host,
 * guarded redirects and redacted errors. See {@link PluginHttp} for what callers may rely on.
 */
export function createPluginHttp(options: PluginHttpOptions): PluginHttp {
  const exchange = withStandIns(createExchange(createOutboundGuard(options)), options.standIns);
  const queues = new Map<string, PQueue>();
  const now = options.now ?? Date.now;

  /** One attempt under one deadline. Resolves with the fault instead of throwing it. */
  async function attempt(request: HttpRequest, wire: WireRequest, redact: (text: string) => string): Promise<RawAnswer | Fault> {
    const timeoutMs = request.timeoutMs ?? options.defaultTimeoutMs ?? 15_000;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const linked = linkSignals(request.signal, deadline.signal);
    const exchangeOptions = { signal: linked.signal, maxBytes: request.maxBytes ?? DEFAULT_MAX_BYTES, inspect: options.inspect };
    try {
      const raw = await (request.redirect === 'manual'
        ? exchange(wire, exchangeOptions)
        : followRedirects(exchange, wire, exchangeOptions));
      return isAccepted(raw, request) ? raw : statusFault(raw, now(), redact);
    } catch (error) {
      const fault = faultOf(error);
      if (mayHaveHappened(error)) noteUncertain(fault.error);
      return fault;
    } finally {
      clearTimeout(timer);
      linked.release();
    }

    function faultOf(error: unknown): Fault {
      if (request.signal?.aborted) return { error: abortedError(wire.url.host), isPassing: false };
      if (deadline.signal.aborted) {
        // not retried, because the caller has waited as long as it was ready to
        const said = sentence('fault.timed_out', { host: wire.url.host, seconds: timeoutMs / 1000 });
        return { error: spokenError('INTEGRATION_UNAVAILABLE', withTexts(said, redact)), isPassing: false };
      }
      return networkFault(error, wire.url, redact);
    }
  }

  async function pause(fault: Fault, attemptNumber: number, signal: AbortSignal | undefined): Promise<boolean> {
    const backOff = (options.retryDelayMs ?? 500) * 2 ** (attemptNumber - 1) * (0.5 + Math.random());
    const ms = fault.error.retryAfterMs ?? backOff;
    if (ms > LONGEST_PAUSE_MS) return false;
    try {
      await sleep(ms, undefined, { signal });
      return true;
    } catch {
      return false;
    }
  }

  async function withRetries(request: HttpRequest, wire: WireRequest, redact: (text: string) => string): Promise<RawAnswer> {
    const mayRepeat = request.retry ?? IDEMPOTENT.has(wire.method);
    for (let number = 1; ; number += 1) {
      const outcome = await attempt(request, wire, redact);
      if (!('error' in outcome)) return outcome;
      if (!mayRepeat || !outcome.isPassing || number >= MAX_ATTEMPTS) throw outcome.error;
      if (!(await pause(outcome, number, request.signal))) throw request.signal?.aborted ? abortedError(wire.url.host) : outcome.error;
    }
  }

  async function queued<T>(host: string, { lane = '', signal }: HttpRequest, work: () => Promise<T>): Promise<T> {
    const key = `${host} ${lane}`;
    const queue = queues.get(key) ?? new PQueue({ concurrency: options.concurrencyPerHost ?? 6 });
    queues.set(key, queue);
    try {
      return await queue.add(work, { signal });
    } catch (error) {
      throw signal?.aborted && !isIntegrationError(error) ? abortedError(host) : error;
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key);
    }
  }

  return {
    async request(request) {
      const wire = toWireRequest(request, options.userAgent);
      if (request.signal?.aborted) throw abortedError(wire.url.host);
      const redact = redactRequest(wire, options.redact);
      const raw = await queued(wire.url.host, request, () => withRetries(request, wire, redact));
      return toHttpResponse(raw);
    },
  };
}
