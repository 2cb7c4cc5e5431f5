import { sentence } from '../words/index.js';
import { AnswerRefusal, redirectsToForbidden, redirectsToNothing, redirectsTooOften } from './answer-refusal.js';
import type { Exchange, ExchangeOptions, WireRequest } from './exchange.js';
import type { RawAnswer } from './http-answer.js';
import { OutboundRefusal } from './outbound-guard.js';

const MAX_HOPS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The only headers that are sent to another origin. Any other header may hold a credential. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'user-agent', 'content-type', 'range']);

/** The request a redirect asks for (RFC 9110 §15.4). */
export function nextRequest(request: WireRequest, status: number, location: URL): WireRequest {
  const isSameOrigin = location.origin === request.url.origin;
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const entries = Object.entries(request.headers)
    .filter(([name]) => isSameOrigin || HARMLESS_HEADERS.has(name))
    .filter(([name]) => !(becomesGet && name.startsWith('content-')));
  const url = new URL(location);
  url.username = '';
  url.password = '';
  const base = { url, headers: Object.fromEntries(entries) };
  if (becomesGet) return { ...base, method: 'GET' };
  if (!isSameOrigin && request.body !== undefined) {
    throw new AnswerRefusal((host) => sentence('fault.redirects_what_we_send', { host, target: location.host }));
  }
  return { ...base, method: request.method, ...(request.body === undefined ? {} : { body: request.body }) };
}

/** Follows at most five redirects. Each hop has to pass the guard, and credentials are not sent to another origin. */
export async function followRedirects(exchange: Exchange, first: WireRequest, options: ExchangeOptions): Promise<RawAnswer> {
  let request = first;
  for (let hop = 0; ; hop += 1) {
    let answer: RawAnswer;
    try {
      answer = await exchange(request, options);
    } catch (error) {
      // a person chose the first address, but the remote chose the later ones, so the fault is the remote's
      if (hop > 0 && error instanceof OutboundRefusal) throw redirectsToForbidden(error);
      throw error;
    }
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
    if (hop >= MAX_HOPS) throw redirectsTooOften(MAX_HOPS);
    if (!URL.canParse(location, request.url.href)) throw redirectsToNothing();
    request = nextRequest(request, answer.status, new URL(location, request.url));
  }
}
