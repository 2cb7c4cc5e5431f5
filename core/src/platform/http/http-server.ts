import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { Ajv, ValidateFunction } from 'ajv';
import Koa, { type Context } from 'koa';
import type { TSchema } from 'typebox';
import { v7 as uuid } from 'uuid';
import { hidePlaces } from '../logging/hide-places.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { createClientAddress, networkOf } from './client-address.js';
import { compressAnswers } from './compress-answers.js';
import { requireDeclared, requireDeclaredAnswer } from './declared-answers.js';
import { isTooDeep } from './json-depth.js';
import { expectedError } from './expected-error.js';
import { ApiError, confirmationRequired, toProblem, type Problem } from './problem.js';
import { rateHeaders, type RateLimiter, type RateState } from './rate-limiter.js';
import { routeErrors } from './route-errors.js';
import type { Access, Caller, OwnedResource, Route, RouteAnswer, RouteContext, SetCookie } from './route.js';
import { readRawBody } from './raw-body.js';
import { securityHeaders } from './security-headers.js';
import { sizesFirst } from './sizes-first.js';
import { createAjv, describeErrors, findNotFinite } from './validation.js';

/** What the server needs from the features. */
export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly trustedProxies: readonly string[];
  /** Finds out who calls. `undefined`: nobody. @throws ApiError for a session that is over */
  readonly authenticate: (request: {
    readonly authorization: string | undefined;
    readonly cookie: (name: string) => string | undefined;
    readonly csrfHeader: string | undefined;
    readonly method: string;
  }) => Promise<Caller | undefined>;
  /** Whether a resource is the caller's, or, where that is enough, subscribed to by the caller. */
  readonly owns: (caller: Caller, resource: OwnedResource, id: string, orSubscribes: boolean) => Promise<boolean>;
  /** Whether the session of a caller was signed in or confirmed lately. Default: none ever was. */
  readonly isConfirmed?: (caller: Caller) => Promise<boolean>;
  /** Checks answers against what their routes declare; in tests. One that is not declared becomes a 500. */
  readonly validateResponses?: boolean;
  /** Resolves when plugins are loaded. Only routes marked `early` answer before. Default: they are. */
  readonly loaded?: Promise<void>;
  /** Serves what is no route: the web UI. */
  readonly fallback?: (context: Context) => Promise<void>;
}

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /** Stops accepting, lets answers finish for up to `graceMs`, then cuts. */
  close(graceMs: number): Promise<void>;
}

/** What a fault says of where things are is for admins only. */
function withoutPlaces(problem: Problem): Problem {
  return problem.detail === undefined ? problem : { ...problem, detail: hidePlaces(problem.detail) };
}

/** A validator that is compiled when it is first needed: compiling those of all routes would hold up every start. */
type Validator = () => ValidateFunction;

interface Compiled {
  readonly route: Route;
  readonly params?: Validator;
  readonly query?: Validator;
  readonly body?: Validator;
  readonly responses: Map<number, Validator>;
}

/** One of each for all routes; making one costs more than most schemas. */
interface Compilers {
  readonly strict: Ajv;
  readonly coercing: Ajv;
  readonly answers: Ajv;
}

const DEFAULT_BODY_BYTES = 256 * 1024;
const NO_BYTES = Buffer.alloc(0);

function validator(ajv: Ajv, schema: TSchema): Validator {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv.compile(structuredSchema(schema)));
}

function inputValidator(ajv: Ajv, schema: TSchema): Validator {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv.compile(sizesFirst(structuredSchema(schema)) as object));
}

function compile(route: Route, validateResponses: boolean, { strict, coercing, answers }: Compilers): Compiled {
  const of = (ajv: Ajv, schema: TSchema | undefined) => schema && inputValidator(ajv, schema);
  const responses = new Map<number, Validator>();
  if (validateResponses) {
    for (const [status, schema] of Object.entries(route.responses)) {
      if (schema !== null && !('contentType' in schema)) {
        responses.set(Number(status), validator(answers, schema));
      }
    }
  }
  return { route, params: of(coercing, route.params), query: of(coercing, route.query), body: of(strict, route.body), responses };
}

/** The schema without `$id`s, which name components in the OpenAPI document and would clash inside ajv. */
function structuredSchema(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value))) as object;
}

function check(validator: Validator | undefined, value: unknown, place: string): void {
  if (!validator) return;
  const validate = validator();
  // looked at last, because texts become numbers on the way
  const isValid = validate(value);
  const notFinite = isValid ? findNotFinite(value) : undefined;
  if (isValid && notFinite === undefined) return;
  const errors =
    notFinite === undefined ? describeErrors(validate.errors ?? []) : [{ path: notFinite, message: 'must be a finite number' }];
  const first = errors[0];
  const message = `${place}${first?.path ?? ''} ${first?.message ?? ''}`.trim();
  throw new ApiError(place === 'path' ? 'not_found' : 'invalid_request', message, { errors });
}

/** A body of another kind must not count as an empty one. None at all does. */
function requireJson(ctx: Context): void {
  const hasBody = ctx.is('json', '+json') !== null && ctx.get('content-length') !== '0';
  const charset = ctx.request.charset.toLowerCase();
  if (hasBody && (ctx.is('json', '+json') === false || !['', 'utf-8', 'utf8'].includes(charset))) {
    throw new ApiError('json_required', 'Send the body as application/json, in UTF-8.');
  }
}

function mayTokenCall(route: Route, caller: Caller): boolean {
  if (caller.via !== 'api-token') return true;
  return route.scopes !== 'none' && route.scopes.some((scope) => caller.scopes?.includes(scope));
}

/** @throws ApiError 403 for whom must not decide who gets in now */
async function requireConfirmed({ isConfirmed }: HttpServerOptions, caller: Caller): Promise<void> {
  if (caller.via === 'api-token')
    throw new ApiError('scope_missing', 'No API token may do this, whatever its scopes. Sign in and do it there.');
  if (await isConfirmed?.(caller)) return;
  throw confirmationRequired();
}

async function admit(options: HttpServerOptions, route: Route, caller: Caller | undefined, params: Record<string, string>): Promise<void> {
  const access: Access = route.access;
  if (access.rule === 'public') return;
  if (!caller) throw new ApiError('auth_required', 'Sign in first.');
  if (!mayTokenCall(route, caller)) throw new ApiError('scope_missing', 'This API token may not call this endpoint.');
  const isAdmin = caller.role === 'admin';
  if (access.rule === 'admin') {
    if (isAdmin) return;
    throw new ApiError('admin_required', 'Only admins may do this.');
  }
  if (isAdmin && !access.owns?.ownerOnly) return;
  if (!isAdmin && access.permission && !caller.permissions[access.permission]) {
    throw new ApiError('permission_required', 'Your account is not allowed to do this. An admin can change that.');
  }
  if (access.owns) {
    const { resource, param, orSubscribes = false } = access.owns;
    if (!(await options.owns(caller, resource, params[param] ?? '', orSubscribes)))
      throw new ApiError('not_found', `There is no such ${resource}.`);
  }
}

/** Shows the limit that is closest to being used up, where there are several. */
function showRate(ctx: Context, rate: RateState | undefined): void {
  const shown = ctx.state['rate'] as RateState | undefined;
  if (!rate || (shown && shown.remaining <= rate.remaining)) return;
  ctx.state['rate'] = rate;
  for (const [name, value] of Object.entries(rateHeaders(rate))) ctx.set(name, value);
}

function setCookies(ctx: Context, cookies: readonly SetCookie[] | undefined): void {
  for (const cookie of cookies ?? []) {
    const parts = [
      `${cookie.name}=${encodeURIComponent(cookie.value)}`,
      `Path=${cookie.path}`,
      `Max-Age=${cookie.maxAgeSeconds}`,
      'SameSite=Lax',
      ...(cookie.httpOnly ? ['HttpOnly'] : []),
      ...(ctx.state['secure'] === true ? ['Secure'] : []),
    ];
    ctx.append('set-cookie', parts.join('; '));
  }
}

function untilClosed(response: ServerResponse): AbortSignal {
  const abort = new AbortController();
  const end = (): void => abort.abort(new Error('the client went away'));
  if (response.destroyed) end();
  else response.once('close', end);
  return abort.signal;
}

function answer(ctx: Context, compiled: Compiled, result: RouteAnswer): void {
  requireDeclaredAnswer(ctx, compiled.route, result);
  ctx.status = result.status;
  setCookies(ctx, result.cookies);
  for (const [name, value] of Object.entries(result.headers ?? {})) ctx.set(name, value);
  const { body } = result;
  // the browser has it already, by the ETag the route gave
  if (ctx.fresh) {
    if (body instanceof Readable) body.destroy();
    ctx.status = 304;
    return;
  }
  if (body === undefined) {
    ctx.body = null;
    ctx.status = result.status;
    return;
  }
  if (Buffer.isBuffer(body) || typeof body === 'string' || body instanceof Readable) {
    ctx.body = body;
    return;
  }
  const text = JSON.stringify(body);
  const validate = compiled.responses.get(result.status)?.();
  if (validate && !validate(JSON.parse(text))) {
    throw new Error(
      `answer ${result.status} of ${compiled.route.method} ${compiled.route.path}: ${JSON.stringify(describeErrors(validate.errors ?? []))}`,
    );
  }
  ctx.set('cache-control', 'no-store');
  ctx.set('content-type', 'application/json; charset=utf-8');
  ctx.body = text;
}

/** Routes, validation, access, errors, headers, metrics: everything between the socket and a handler. */
export async function startHttpServer(options: HttpServerOptions, listen: { host: string; port: number }): Promise<HttpServer> {
  const app = new Koa();
  const router = new Router();
  const addresses = createClientAddress(options.trustedProxies);
  const compilers: Compilers = {
    strict: createAjv(),
    coercing: createAjv({ coerceTypes: 'array' }),
    answers: createAjv({ useDefaults: false }),
  };

  app.use(async (ctx, next) => {
    const requestId = uuid();
    const started = performance.now();
    const socket = ctx.req.socket.remoteAddress ?? '';
    const behindProxy = addresses.isTrusted(socket.replace(/^::ffff:/, ''));
    ctx.state['requestId'] = requestId;
    ctx.state['address'] = addresses.of(socket, ctx.get('x-forwarded-for') || undefined);
    ctx.state['secure'] = behindProxy && ctx.get('x-forwarded-proto') === 'https';
    ctx.set('x-request-id', requestId);
    securityHeaders(ctx);
    try {
      await next();
    } catch (caught) {
      // whatever failed because nobody waits for it any more, such as a search that was typed over
      const isGone = !ctx.writable && !(caught instanceof ApiError);
      const error = isGone ? new ApiError('client_gone', 'The client went away.') : requireDeclared(ctx, expectedError(caught));
      const problem = toProblem(error, requestId);
      if (isGone) options.log.debug({ err: caught, requestId, path: ctx.path }, 'request was given up by its client');
      if (problem.status >= 500 && !(error instanceof ApiError))
        options.log.error({ err: error, requestId, path: ctx.path }, 'request failed');
      if (error instanceof ApiError) for (const [name, value] of Object.entries(error.extra.headers ?? {})) ctx.set(name, value);
      ctx.status = problem.status;
      ctx.body = JSON.stringify((ctx.state['caller'] as Caller | undefined)?.role === 'admin' ? problem : withoutPlaces(problem));
      ctx.set('content-type', 'application/problem+json');
      ctx.set('cache-control', 'no-store');
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const route = String(ctx.state['route'] ?? 'static');
      options.metrics.httpDuration.observe({ method: ctx.method, route, status: String(ctx.status) }, seconds);
      options.log.debug({ requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(seconds * 1000) }, 'request');
    }
  });

  for (const route of options.routes) {
    const compiled = compile(route, options.validateResponses ?? false, compilers);
    const limit = route.maxBodyBytes ?? DEFAULT_BODY_BYTES;
    const parse = bodyParser({
      enableTypes: ['json'],
      jsonLimit: limit,
      onError(error) {
        const status = (error as { status?: number }).status;
        throw status === 413
          ? new ApiError('body_too_large', `The body may have at most ${limit} bytes.`)
          : new ApiError('invalid_json', 'The body is not JSON.');
      },
    });
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], [
      ...(route.compress ? [compressAnswers] : []),
      async (ctx: Context, next: () => Promise<void>) => {
        ctx.state['route'] = route.path;
        if (options.validateResponses) ctx.state['declared'] = routeErrors(route);
        if (!route.early) await options.loaded;
        if (route.rateLimit) showRate(ctx, await options.rateLimiter.take(route.rateLimit, networkOf(String(ctx.state['address']))));
        await next();
      },
      async (ctx: Context, next: () => Promise<void>) => {
        ctx.state['caller'] = await options.authenticate({
          authorization: ctx.get('authorization') || undefined,
          cookie: (name) => ctx.cookies.get(name),
          csrfHeader: ctx.get('x-csrf-token') || undefined,
          method: ctx.method,
        });
        const params = { ...(ctx as unknown as { params: Record<string, string> }).params };
        check(compiled.params, params, 'path');
        const caller = ctx.state['caller'] as Caller | undefined;
        showRate(ctx, caller?.rate);
        await admit(options, route, caller, params);
        if (caller && route.confirmation === 'always') await requireConfirmed(options, caller);
        if (route.callerRateLimit && caller) showRate(ctx, await options.rateLimiter.take(route.callerRateLimit, caller.userId));
        ctx.state['params'] = params;
        await next();
      },
      ...(route.body
        ? [
            async (ctx: Context, next: () => Promise<void>) => {
              requireJson(ctx);
              await (parse as unknown as (ctx: Context, next: () => Promise<void>) => Promise<void>)(ctx, next);
            },
          ]
        : []),
      async (ctx: Context) => {
        const rawBody = route.rawBody ? await readRawBody(ctx, route.rawBody, limit) : NO_BYTES;
        const query: Record<string, unknown> = { ...ctx.query };
        check(compiled.query, query, 'query');
        const body: unknown = (ctx.request as unknown as { body?: unknown }).body;
        if (isTooDeep(body)) throw new ApiError('invalid_json', 'The body is nested too deep.');
        check(compiled.body, body, 'body');
        let signal: AbortSignal | undefined;
        const context: RouteContext = {
          params: ctx.state['params'] as unknown,
          query,
          body,
          rawBody,
          caller: ctx.state['caller'] as Caller,
          requestId: String(ctx.state['requestId']),
          address: String(ctx.state['address']),
          userAgent: ctx.get('user-agent').slice(0, 300),
          header: (name) => ctx.get(name) || undefined,
          // most handlers do not ask for it, and making one is not free
          get signal() {
            return (signal ??= untilClosed(ctx.res));
          },
          cookies: { get: (name) => ctx.cookies.get(name) },
          secure: ctx.state['secure'] === true,
        };
        const { confirmation } = route;
        if (typeof confirmation === 'object' && (await confirmation.isNeeded(context as never)))
          await requireConfirmed(options, ctx.state['caller'] as Caller);
        answer(ctx, compiled, await route.handler(context as never));
      },
    ] as never);
  }
  app.use(router.routes());
  app.use(async (ctx) => {
    if (ctx.path.startsWith('/api/') || !options.fallback) throw new ApiError('not_found', 'There is no such endpoint.');
    await options.fallback(ctx);
  });

  // a browser that goes away in the middle of an answer is no fault of ours; without a listener Koa writes to stderr
  app.on('error', (error: unknown) => options.log.debug({ err: error }, 'an answer could not be sent to its end'));
  const handle = app.callback();
  const server: Server = createServer((req, res) => void handle(req, res));
  server.requestTimeout = 60_000;
  server.headersTimeout = 20_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen.port, listen.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // those that end their answers meanwhile, such as live streams, would be kept alive for seconds
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
