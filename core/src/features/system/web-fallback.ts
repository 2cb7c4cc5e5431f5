import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import send, { type SendOptions } from 'koa-send';
import { ApiError } from '../../platform/http/problem.js';
import { createPageBelow } from './page-below.js';
import { sentence } from '../../platform/words/index.js';

export interface WebFallbackDeps {
  /** The folder of the built web UI. */
  readonly webRoot: string;
  /** The path below which everything is reached; empty if there is none. */
  readonly basePath?: string;
}

const YEAR_MS = 365 * 24 * 3600 * 1000;

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Lectern</title></head>
<body>
<h1>Lectern is running, but its web interface is not built</h1>
<p>Run <code>npm run build</code> in the folder of Lectern and reload this page. The API works meanwhile: <a href="BASE/api/docs">read about it</a>.</p>
</body>
</html>
`;

/** An entity tag for the current version of a file; its compressed forms are separate files with their own tags. */
const tag: SendOptions['setHeaders'] = (res, path, { size, mtimeMs }) => {
  const mark = createHash('sha256').update(`${path} ${size} ${mtimeMs}`).digest('base64url').slice(0, 22);
  res.setHeader('etag', `"${mark}"`);
};

/** @returns false if there is no such file */
async function sendFile(ctx: Context, root: string, path: string, isImmutable: boolean): Promise<boolean> {
  ctx.set('cache-control', isImmutable ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
  ctx.vary('accept-encoding');
  try {
    if ((await send(ctx, path, { root, format: false, setHeaders: tag })) === undefined) return false;
  } catch (error) {
    const status = (error as { status?: number }).status;
    ctx.remove('content-encoding');
    ctx.remove('etag');
    if (status === 404 || status === 400 || status === 403) return false;
    throw error;
  }
  if (ctx.fresh) {
    if (ctx.body instanceof Readable) ctx.body.destroy();
    ctx.status = 304;
    ctx.body = null;
  }
  return true;
}

/** Whether a browser requests a page, and not a picture or a script. */
function wantsPage(ctx: Context): boolean {
  if (ctx.path.startsWith('/assets/')) return false;
  const lastPart = ctx.path.slice(ctx.path.lastIndexOf('/') + 1);
  return !lastPart.includes('.') || ctx.get('accept').includes('text/html');
}

/**
 * Serves the built web UI. Files under `/assets` have a hash in their name and are cached forever; everything else is
 * requested again each time. Addresses of pages get the one page. Files compressed at build time (`.br`, `.gz`) are
 * used if the browser accepts them.
 */
export function createWebFallback({ webRoot, basePath = '' }: WebFallbackDeps): (ctx: Context) => Promise<void> {
  const page = join(webRoot, 'index.html');
  const sendPage = basePath === '' ? (ctx: Context) => sendFile(ctx, webRoot, '/index.html', false) : createPageBelow(page, basePath);
  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new ApiError('not_found', sentence('problem.no_endpoint'));
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await sendFile(ctx, webRoot, ctx.path, ctx.path.startsWith('/assets/')))) return;
    if (!wantsPage(ctx)) throw new ApiError('not_found', sentence('problem.no_web_file'));
    if (await sendPage(ctx)) return;
    const isBuilt = await stat(page).catch(() => undefined);
    if (isBuilt) throw new Error('the page of the web interface cannot be sent');
    ctx.status = 503;
    ctx.type = 'html';
    ctx.set('cache-control', 'no-store');
    ctx.body = NOT_BUILT.replace('BASE', basePath);
  };
}
