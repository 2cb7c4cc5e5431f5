import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

interface Page {
  /** Name and time of the file that it was made from. */
  readonly of: string;
  readonly etag: string;
  readonly encodings: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** The page is made again only when a new version is put in place. */
const BROTLI_QUALITY = 9;

const SMALLEST_FIRST = ['br', 'gzip', 'identity'] as const;

/** The addresses of files, which the build writes as those of a server that has its host for itself. */
const OWN_ADDRESSES = /\b(href|src)="\//g;

async function makePage(file: string, of: string, basePath: string): Promise<Page> {
  const built = await readFile(file, 'utf8');
  const identity = Buffer.from(built.replace(OWN_ADDRESSES, `$1="${basePath}/`));
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    gzipped(identity),
  ]);
  const mark = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { of, etag: `"${mark}"`, encodings: { br, gzip: gz, identity } };
}

/**
 * Sends the page of the web UI with its files below a path.
 *
 * @returns a function that returns false if the UI is not built
 */
export function createPageBelow(file: string, basePath: string): (ctx: Context) => Promise<boolean> {
  let page: Page | undefined;
  return async (ctx) => {
    const found = await stat(file).catch(() => undefined);
    if (!found) return false;
    const of = `${found.size} ${found.mtimeMs}`;
    if (page?.of !== of) page = await makePage(file, of, basePath);
    const encoding = SMALLEST_FIRST.find((one) => ctx.acceptsEncodings(one)) ?? 'identity';
    ctx.vary('accept-encoding');
    ctx.set('cache-control', 'no-cache');
    ctx.set('etag', page.etag.replace(/"$/, `-${encoding}"`));
    ctx.type = 'html';
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return true;
    }
    if (encoding !== 'identity') ctx.set('content-encoding', encoding);
    ctx.body = page.encodings[encoding];
    return true;
  };
}
