import { OFFERED_LANGUAGES, PSEUDO_LOCALE } from '@lectern/messages';
import { v7 as uuid } from 'uuid';
import { sayingNoPlaces } from '../logging/hide-places.js';
import { createClientAddress } from './client-address.js';
import { requireDeclared } from './declared-answers.js';
import { expectedError } from './expected-error.js';
import type { HttpServerOptions } from './http-server-options.js';
import { ApiError, toProblem } from './problem.js';
import type { RequestContext, Step } from './request-context.js';
import { createSpeakers, sentence, type SpokenTag } from '../words/index.js';
import { securityHeaders } from './security-headers.js';

function answerFailure(ctx: RequestContext, log: HttpServerOptions['log'], requestId: string, caught: unknown): void {
  // it failed because nobody waits for it any more, as when somebody types on during a search
  const isGone = !ctx.writable && !(caught instanceof ApiError);
  const error = isGone ? new ApiError('client_gone', sentence('problem.client_gone')) : requireDeclared(ctx, expectedError(caught));
  const { say, caller } = ctx.state;
  const problem = toProblem(error, requestId, say, caller?.role === 'admin' ? say : sayingNoPlaces(say));
  if (isGone) log.debug({ err: caught, requestId, path: ctx.path }, 'request was given up by its client');
  if (problem.status >= 500 && !(error instanceof ApiError)) log.error({ err: error, requestId, path: ctx.path }, 'request failed');
  if (error instanceof ApiError) for (const [name, value] of Object.entries(error.extra.headers ?? {})) ctx.set(name, value);
  ctx.status = problem.status;
  ctx.body = JSON.stringify(problem);
  ctx.set('content-type', 'application/problem+json');
  ctx.set('content-language', ctx.state.language);
  ctx.set('cache-control', 'no-store');
}

const SPOKEN: readonly SpokenTag[] = [...OFFERED_LANGUAGES.map(({ tag }) => tag), PSEUDO_LOCALE];

/** No browser sends more characters of languages, and choosing among thousands of tags takes long. */
const LONGEST_WISHES = 500;

function wantedLanguage(ctx: RequestContext): SpokenTag {
  if (ctx.get('accept-language').length > LONGEST_WISHES) return 'en';
  const wanted = ctx.acceptsLanguages([...SPOKEN]);
  return SPOKEN.find((tag) => tag === wanted) ?? 'en';
}

/** Surrounds every request: gives it an id, an address and security headers, answers failures, and records metrics and a log line. */
export function frameRequests({ log, metrics, trustedProxies, unknownProxies, speakers = createSpeakers() }: HttpServerOptions): Step {
  const addresses = createClientAddress(trustedProxies);
  return async (ctx, next) => {
    const requestId = uuid();
    const started = performance.now();
    const socket = ctx.req.socket.remoteAddress ?? '';
    const behindProxy = addresses.isTrusted(socket.replace(/^::ffff:/, ''));
    if (!behindProxy) unknownProxies?.note(socket, (ctx.get('x-forwarded-for') || ctx.get('forwarded')) !== '');
    ctx.state.requestId = requestId;
    ctx.state.address = addresses.of(socket, ctx.get('x-forwarded-for') || undefined);
    ctx.state.secure = behindProxy && ctx.get('x-forwarded-proto') === 'https';
    ctx.state.language = wantedLanguage(ctx);
    ctx.state.say = await speakers.in(ctx.state.language);
    ctx.set('x-request-id', requestId);
    securityHeaders(ctx);
    try {
      await next();
    } catch (caught) {
      answerFailure(ctx, log, requestId, caught);
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const route = ctx.state.route ?? 'static';
      metrics.httpDuration.observe({ method: ctx.method, route, status: String(ctx.status) }, seconds);
      log.debug({ requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(seconds * 1000) }, 'request');
    }
  };
}
