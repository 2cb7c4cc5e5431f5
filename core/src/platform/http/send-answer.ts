import { Readable } from 'node:stream';
import { requireDeclaredAnswer } from './declared-answers.js';
import type { RequestContext } from './request-context.js';
import type { CompiledRoute } from './route-validators.js';
import type { RouteAnswer, SetCookie } from './route.js';
import { describeErrors, tellErrors } from './validation.js';

function setCookies(ctx: RequestContext, cookies: readonly SetCookie[] | undefined): void {
  for (const cookie of cookies ?? []) {
    const parts = [
      `${cookie.name}=${encodeURIComponent(cookie.value)}`,
      `Path=${ctx.state.basePath}${cookie.path}`,
      `Max-Age=${cookie.maxAgeSeconds}`,
      'SameSite=Lax',
      ...(cookie.httpOnly ? ['HttpOnly'] : []),
      ...(ctx.state.secure ? ['Secure'] : []),
    ];
    ctx.append('set-cookie', parts.join('; '));
  }
}

export function sendAnswer(ctx: RequestContext, compiled: CompiledRoute, result: RouteAnswer): void {
  requireDeclaredAnswer(ctx, compiled.route, result);
  ctx.status = result.status;
  setCookies(ctx, result.cookies);
  for (const [name, value] of Object.entries(result.headers ?? {})) ctx.set(name, value);
  const { body } = result;
  // the browser already has this answer, according to its ETag
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
      `answer ${result.status} of ${compiled.route.method} ${compiled.route.path}: ${tellErrors(describeErrors(validate.errors ?? [])).join('; ')}`,
    );
  }
  ctx.set('cache-control', 'no-store');
  ctx.set('content-language', ctx.state.language);
  ctx.set('content-type', 'application/json; charset=utf-8');
  ctx.body = text;
}
