import type { ServerResponse } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
import { admit, requireConfirmed } from './admit.js';
import { nobody } from './token-refusals.js';
import { networkOf } from './client-address.js';
import { compressAnswers } from './compress-answers.js';
import { sentence } from '../words/index.js';
import { holdBody } from './hold-body.js';
import type { HttpServerOptions } from './http-server-options.js';
import { isTooDeep } from './json-depth.js';
import { ApiError } from './problem.js';
import { limitsAdmins, rateHeaders, type RateBucket, type RateState } from './rate-limiter.js';
import { readRawBody } from './raw-body.js';
import type { RequestContext, Step } from './request-context.js';
import { routeErrors } from './route-errors.js';
import { checkInput, type CompiledRoute } from './route-validators.js';
import type { Caller, Route, RouteContext } from './route.js';
import { sendAnswer } from './send-answer.js';

const DEFAULT_BODY_BYTES = 256 * 1024;
const NO_BYTES = Buffer.alloc(0);

/** Refuses bodies of another media type, which would otherwise count as empty. A missing body is fine. */
function requireJson(ctx: RequestContext): void {
  const hasBody = ctx.is('json', '+json') !== null && ctx.get('content-length') !== '0';
  const charset = ctx.request.charset.toLowerCase();
  if (hasBody && (ctx.is('json', '+json') === false || !['', 'utf-8', 'utf8'].includes(charset))) {
    throw new ApiError('json_required', sentence('problem.json_required'));
  }
}

/** Sends the headers of the limit that is closest to being used up. */
function showRate(ctx: RequestContext, rate: RateState | undefined): void {
  const shown = ctx.state.rate;
  if (!rate || (shown && shown.remaining <= rate.remaining)) return;
  ctx.state.rate = rate;
  for (const [name, value] of Object.entries(rateHeaders(rate))) ctx.set(name, value);
}

function untilClosed(response: ServerResponse): AbortSignal {
  const abort = new AbortController();
  const end = (): void => abort.abort(new Error('the client went away'));
  if (response.destroyed) end();
  else response.once('close', end);
  return abort.signal;
}

/** Waits for the plugins where the route needs them, and counts the request against the limit of its network. */
function enter({ route }: CompiledRoute, { validateResponses, loaded, rateLimiter }: HttpServerOptions): Step {
  return async (ctx, next) => {
    ctx.state.route = route.path;
    if (validateResponses) ctx.state.declared = routeErrors(route);
    if (!route.early) await loaded;
    const network = networkOf(ctx.state.address);
    const rate = route.rateLimit && (await rateLimiter.take(route.rateLimit, network));
    showRate(ctx, rate);
    await next();
    // 202 says that it is not done yet
    if (!route.givesBack || ctx.status === 202) return;
    for (const bucket of route.givesBack) await rateLimiter.giveBack(bucket, network);
    if (!rate || ctx.state.rate !== rate) return;
    ctx.state.rate = undefined;
    showRate(ctx, { ...rate, remaining: rate.remaining + 1 });
  };
}

/** The bucket that a call with this query counts in. */
function callerBucket({ callerRateLimit: limit }: Route, query: Readonly<Record<string, unknown>>): RateBucket | undefined {
  if (limit === undefined || typeof limit === 'string') return limit;
  return limit.counts(query) ? limit.bucket : undefined;
}

/** Finds out who calls, and whether that caller may. */
function identify({ route, params: validator }: CompiledRoute, options: HttpServerOptions): Step {
  return async (ctx, next) => {
    const found = await options.authenticate({
      authorization: ctx.get('authorization') || undefined,
      cookie: (name) => ctx.cookies.get(name),
      csrfHeader: ctx.get('x-csrf-token') || undefined,
      method: ctx.method,
    });
    const refusal = found && 'refused' in found ? found : undefined;
    const caller = found && !('refused' in found) ? found : undefined;
    ctx.state.caller = caller;
    const params = { ...(ctx as unknown as { params: Record<string, string> }).params };
    checkInput(validator, params, 'path');
    showRate(ctx, caller?.rate);
    if (!caller && route.access.rule !== 'public') throw nobody(refusal);
    await admit(options, route, caller, params);
    if (caller && route.confirmation === 'always') await requireConfirmed(options, caller);
    const bucket = callerBucket(route, ctx.query);
    if (bucket && caller && (caller.role !== 'admin' || limitsAdmins(bucket)))
      showRate(ctx, await options.rateLimiter.take(bucket, caller.userId));
    ctx.state.params = params;
    await next();
  };
}

function parseJson(limit: number): Step {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: limit,
    onError(error) {
      const status = (error as { status?: number }).status;
      throw status === 413
        ? new ApiError('body_too_large', sentence('problem.body_too_large', { bytes: limit }))
        : new ApiError('invalid_json', sentence('problem.invalid_json'));
    },
  });
  return async (ctx, next) => {
    requireJson(ctx);
    await (parse as unknown as Step)(ctx, next);
  };
}

/** Checks query and body, calls the handler, and sends the answer. */
function handle(compiled: CompiledRoute, options: HttpServerOptions, limit: number): Step {
  const { route } = compiled;
  return async (ctx) => {
    const rawBody = route.rawBody ? await readRawBody(ctx, route.rawBody, limit) : NO_BYTES;
    const query: Record<string, unknown> = { ...ctx.query };
    checkInput(compiled.query, query, 'query');
    const body: unknown = (ctx.request as unknown as { body?: unknown }).body;
    if (isTooDeep(body)) throw new ApiError('invalid_json', sentence('problem.nested_too_deep'));
    checkInput(compiled.body, body, 'body');
    let signal: AbortSignal | undefined;
    const context: RouteContext = {
      params: ctx.state.params,
      query,
      body,
      rawBody,
      caller: ctx.state.caller,
      requestId: ctx.state.requestId,
      language: ctx.state.language,
      say: ctx.state.say,
      address: ctx.state.address,
      userAgent: ctx.get('user-agent').slice(0, 300),
      header: (name) => ctx.get(name) || undefined,
      // most handlers do not ask for it, and making one is not free
      get signal() {
        return (signal ??= untilClosed(ctx.res));
      },
      cookies: { get: (name) => ctx.cookies.get(name) },
      secure: ctx.state.secure,
    };
    const { confirmation } = route;
    if (typeof confirmation === 'object' && (await confirmation.isNeeded(context as never)))
      await requireConfirmed(options, ctx.state.caller as Caller);
    sendAnswer(ctx, compiled, await route.handler(context as never));
  };
}

/** The steps of a request for a route, in order. */
export function routeSteps(compiled: CompiledRoute, options: HttpServerOptions): Step[] {
  const { route } = compiled;
  const limit = route.maxBodyBytes ?? DEFAULT_BODY_BYTES;
  return [
    ...(route.compress ? [compressAnswers as Step] : []),
    enter(compiled, options),
    identify(compiled, options),
    ...(route.body ? [parseJson(limit)] : []),
    ...(route.rawBody ? [holdBody() as Step] : []),
    handle(compiled, options, limit),
  ];
}
