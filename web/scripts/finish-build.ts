import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { OFFERED_LANGUAGES } from '../../messages/src/languages.js';
import type { Manifest, Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
/** Below this an encoding saves nothing. */
const FEWEST_BYTES = 200;
/** Pages that nobody opens without a connection. */
const ONLINE_PAGES = /^src\/pages\/(admin|setup|statistics)\//;
const ROOT = '<div id="root"></div>';
/** The first page of nearly everybody; it would otherwise be asked for once the program runs. */
const FIRST_PAGE = 'home';
/** The messages of the first page, in one language. */
const FIRST_WORDS = /\/messages\/src\/(\w+)\/shell\.ts$/;
/** Messages in other languages than English; the service worker keeps what somebody reads, when it is read. */
const OTHER_WORDS = /messages\/src\/(?!en\/)\w+\//;
/** English for pages that nobody opens without a connection. */
const ONLINE_WORDS = /messages\/src\/en\/(admin|audit|logs|server-[\w-]+|statistics)\.ts$/;
/** It begins with how the script of `public/boot.js` is asked for. */
const BOOT = '<script src="';
const STYLESHEET = /\n?\s*<link rel="stylesheet"[^>]*>/g;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Everything that the entry and all pages for readers consist of, by its address below the server's path. */
function shellFiles(manifest: Manifest): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key) || [ONLINE_PAGES, OTHER_WORDS, ONLINE_WORDS].some((left) => left.test(key))) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  visit('index.html');
  return [...files].sort();
}

/** Tells the service worker which files belong together, under a name that changes with any of them, and the page that name. */
async function nameShell(dist: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const files = shellFiles(manifest);
  const worker = await readFile(join(dist, 'sw.js'), 'utf8');
  const parts = await Promise.all(
    ['index.html', 'boot.js', 'icon.svg', 'apple-touch-icon.png', 'manifest.webmanifest'].map((name) => readFile(join(dist, name))),
  );
  const hash = createHash('sha256').update(JSON.stringify(files)).update(worker);
  for (const part of parts) hash.update(part);
  const shell = { version: hash.digest('hex').slice(0, 16), files };
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  await writeFile(
    join(dist, 'index.html'),
    page.replace('</head>', `  <meta name="lectern-version" content="${shell.version}" />\n  </head>`),
  );
  await writeFile(join(dist, 'sw.js'), `self.SHELL = ${JSON.stringify(shell)};\n${worker}`);
}

/** Lays a `.br` and a `.gz` beside each file that gets smaller by it; the server sends what the browser takes. */
async function compressFiles(dist: string): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name)) || entry.parentPath.includes('.vite')) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length < FEWEST_BYTES) continue;
    const encodings = {
      br: await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      gz: await gzipped(content, { level: 9 }),
    };
    for (const [ending, encoded] of Object.entries(encodings)) {
      if (encoded.length < content.length) await writeFile(`${path}.${ending}`, encoded);
    }
  }
}

type Bundle = Readonly<
  Record<
    string,
    {
      readonly type: string;
      readonly name?: string;
      readonly facadeModuleId?: string | null;
      readonly viteMetadata?: { importedCss: Set<string> };
    }
  >
>;

/** Links that fetch the first page beside the program. */
function preloads(bundle: Bundle): string {
  const links = Object.entries(bundle).flatMap(([file, { type, name, viteMetadata }]) =>
    type === 'chunk' && name === FIRST_PAGE
      ? [
          `<link rel="modulepreload" crossorigin href="/${file}">`,
          ...[...(viteMetadata?.importedCss ?? [])].map((css) => `<link rel="preload" as="style" crossorigin href="/${css}">`),
        ]
      : [],
  );
  if (links.length === 0) throw new Error(`no chunk is called ${FIRST_PAGE}`);
  return links.join('\n    ');
}

/** Tells `public/boot.js` in which file the words of the first page are, in each language that is offered. */
function firstWords(bundle: Bundle): string {
  const files = Object.entries(bundle).flatMap(([file, { facadeModuleId }]) => {
    const [, tag = ''] = FIRST_WORDS.exec(facadeModuleId ?? '') ?? [];
    return OFFERED_LANGUAGES.some((language) => language.tag === tag) ? [[tag, file] as const] : [];
  });
  if (files.length !== OFFERED_LANGUAGES.length) throw new Error('the words of the first page are not in files of their own');
  return `<meta name="lectern-words" content='${JSON.stringify(Object.fromEntries(files))}' />`;
}

/** The steps that remain when Vite has written its files. */
export function finishBuild(): Plugin {
  let dist = '';
  return {
    name: 'lectern-finish-build',
    apply: 'build',
    configResolved({ root, build }) {
      dist = resolve(root, build.outDir);
    },
    transformIndexHtml: {
      order: 'post',
      // in the head, styles would keep the splash from being drawn until they are there; those that the program adds come after them
      handler: (html, { bundle }) =>
        html
          .replace(STYLESHEET, '')
          .replace(ROOT, `${(html.match(STYLESHEET) ?? []).join('').trim()}\n    ${ROOT}`)
          .replace(BOOT, `${firstWords(bundle ?? {})}\n    ${BOOT}`)
          .replace('</head>', `  ${preloads(bundle ?? {})}\n  </head>`)
          // the page has many addresses; the server puts its own path before these
          .replace(/\b(href|src)="\.\//g, '$1="/'),
    },
    async closeBundle() {
      await nameShell(dist);
      await compressFiles(dist);
    },
  };
}
