import type { Context } from 'koa';

const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  // the component library sets styles by script
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ');

/** Sets the headers that every answer has. */
export function securityHeaders(ctx: Context): void {
  ctx.set('content-security-policy', POLICY);
  ctx.set('x-content-type-options', 'nosniff');
  ctx.set('x-frame-options', 'DENY');
  ctx.set('referrer-policy', 'same-origin');
  ctx.set('cross-origin-opener-policy', 'same-origin');
  ctx.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
}
