import { Readable } from 'node:stream';
import { ApiError } from './problem.js';
import type { RequestContext } from './request-context.js';
import type { Route, RouteAnswer } from './route.js';

/** Turns an error that its route does not declare into a fault of ours, because the API document does not name it. */
export function requireDeclared(ctx: RequestContext, error: unknown): unknown {
  const declared = ctx.state.declared;
  if (!(error instanceof ApiError) || !declared) return error;
  if (declared.some(({ code, status }) => code === error.code && status === error.status)) return error;
  const what = `${ctx.method} ${String(ctx.state.route)} declares no error ${error.code} (${error.status})`;
  return new Error(`${what}: name it in the member "errors" of the route`, { cause: error });
}

/** Throws when a handler returns an error status that its route does not declare. */
export function requireDeclaredAnswer(ctx: RequestContext, { responses }: Route, { status, body }: RouteAnswer): void {
  if (!ctx.state.declared || status < 400 || status in responses) return;
  if (body instanceof Readable) body.destroy();
  throw new Error(`${ctx.method} ${String(ctx.state.route)} declares no answer ${status}: name it in the member "responses" of the route`);
}
