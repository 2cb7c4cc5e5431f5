import { isDeepStrictEqual } from 'node:util';
import { IntegrationError, type HttpRequest, type HttpResponse, type PluginHttp } from '@lectern/plugin-api';
import type { Fault, FaultTarget } from './contract/fault.js';
import { toAnswer, type MockReply } from './http-mock-answer.js';

export type { MockReply } from './http-mock-answer.js';

/** A request as a mock sees it: its query apart from its path. */
export interface MockRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly request: HttpRequest;
}

export type MockHandler = (request: MockRequest) => MockReply | undefined | Promise<MockReply | undefined>;

/** Conditions of a request beyond its method and path; absent members do not matter. */
export interface MockMatch {
  readonly query?: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
}

export interface MockExpectation {
  /** Answers the request, once. Expectations of the same kind are used in order. */
  reply(reply: MockReply | ((request: MockRequest) => MockReply)): void;
}

/** Answers `ctx.http` from the expectations of a test. */
export interface HttpMock extends FaultTarget {
  /** Pass it to `createTestContext({ http })`. */
  readonly http: PluginHttp;
  /** All requests so far, oldest first. */
  readonly requests: readonly MockRequest[];
  /** @param url absolute, or a path when every origin will do */
  expect(method: string, url: string, match?: MockMatch): MockExpectation;
  /** @throws Error naming requests nobody expected and expectations nobody used */
  verify(): void;
  reset(): void;
}

interface Expectation {
  readonly method: string;
  readonly url: string;
  readonly match: MockMatch;
  readonly reply: MockReply | ((request: MockRequest) => MockReply);
}

/** Milliseconds a hanging mock hangs when the request names no time. */
const DEFAULT_TIMEOUT_MS = 15_000;

function read(request: HttpRequest): MockRequest {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: request.method ?? 'GET',
    origin: url.origin,
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers) as Record<string, string>,
    request,
  };
}

function fits(wanted: Expectation, seen: MockRequest): boolean {
  const { match } = wanted;
  if (wanted.method !== seen.method) return false;
  const isSamePlace = wanted.url.startsWith('/') ? wanted.url === seen.path : wanted.url === `${seen.origin}${seen.path}`;
  if (!isSamePlace) return false;
  const hasAll = (entries: object, get: (name: string) => unknown) =>
    Object.entries(entries).every(([name, value]) => isDeepStrictEqual(get(name), value));
  if (!hasAll(match.query ?? {}, (name) => seen.query.get(name))) return false;
  if (!hasAll(match.headers ?? {}, (name) => seen.headers[name])) return false;
  if (match.json !== undefined && !isDeepStrictEqual(seen.request.json, match.json)) return false;
  return hasAll(match.form ?? {}, (name) => seen.request.form?.[name]);
}

function hang(request: HttpRequest): Promise<never> {
  return new Promise((_, reject) => {
    const { host } = new URL(request.url);
    const end = (error: IntegrationError) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(
      () => end(new IntegrationError('INTEGRATION_UNAVAILABLE', `${host} timed out`)),
      request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    );
    request.signal?.addEventListener(
      'abort',
      () => end(new IntegrationError('INTEGRATION_ABORTED', `The request to ${host} was cancelled.`)),
      { once: true },
    );
  });
}

function applyFault(fault: Fault, request: HttpRequest): Promise<never> | MockReply {
  switch (fault.kind) {
    case 'status':
      return { status: fault.status, headers: fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) } };
    case 'malformed':
      return { headers: { 'content-type': 'application/json' }, text: '{"unfinished": [1, 2' };
    case 'html':
      return { headers: { 'content-type': 'text/html' }, text: '<!doctype html><title>Sign in</title>' };
    case 'reset':
      return Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', `${new URL(request.url).host} closed the connection`));
    case 'hang':
      return hang(request);
  }
}

function label({ method, path, query }: MockRequest): string {
  return `${method} ${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/**
 * A substitute for the network with the rules of `ctx.http`: statuses become errors of the contract, aborts and time-outs too.
 * Expectations answer requests first, then the handler, which plays a whole service. Nothing is repeated: a retry is the host's affair.
 */
export function createHttpMock(handler?: MockHandler): HttpMock {
  const requests: MockRequest[] = [];
  const unmatched: string[] = [];
  const expectations: Expectation[] = [];
  let fault: Fault | undefined;

  async function replyTo(seen: MockRequest): Promise<MockReply> {
    if (fault) return applyFault(fault, seen.request);
    const index = expectations.findIndex((wanted) => fits(wanted, seen));
    const [wanted] = index < 0 ? [] : expectations.splice(index, 1);
    if (wanted) return typeof wanted.reply === 'function' ? wanted.reply(seen) : wanted.reply;
    if (handler) return (await handler(seen)) ?? { status: 404 };
    unmatched.push(label(seen));
    throw new Error(`the test expects no ${label(seen)}`);
  }

  async function request(wire: HttpRequest): Promise<HttpResponse> {
    if (wire.signal?.aborted) throw new IntegrationError('INTEGRATION_ABORTED', 'The request was cancelled.');
    const seen = read(wire);
    requests.push(seen);
    return toAnswer(await replyTo(seen), wire);
  }

  return {
    http: { request },
    requests,
    expect: (method, url, match = {}) => ({
      reply: (reply) => void expectations.push({ method, url, match, reply }),
    }),
    verify() {
      const unused = expectations.map(({ method, url }) => `${method} ${url}`);
      const faults = [
        ...(unmatched.length > 0 ? [`requests nobody expected: ${unmatched.join(', ')}`] : []),
        ...(unused.length > 0 ? [`expected and never asked: ${unused.join(', ')}`] : []),
      ];
      if (faults.length > 0) throw new Error(faults.join('; '));
    },
    reset() {
      for (const list of [requests, unmatched, expectations]) list.splice(0);
      fault = undefined;
    },
    fail: (next) => void (fault = next),
    heal: () => void (fault = undefined),
  };
}

/** A mock for one `describe`: after each test it fails on unexpected requests and on unused expectations, then starts over. */
export function httpMock(): HttpMock {
  const mock = createHttpMock();
  afterEach('every expected request was made, and no other', () => {
    try {
      mock.verify();
    } finally {
      mock.reset();
    }
  });
  return mock;
}
