import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { OFFERED_LANGUAGES } from '../../messages/src/languages.js';
import { loadMessages } from '../../messages/src/load-messages.js';
import type { Manifest, Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
/** Below this an encoding saves nothing. */
const FEWEST_BYTES = 200;
/** Pages that nobody opens without a connection. */
const ONLINE_PAGES = /^src\/pages\/(admin|setup|statistics)\//;
const ROOT = '<div id="root"></div>';
const LIBRARY_CLASS = /\bm_[0-9a-f]{6,8}\b/g;
/** The first page of nearly everybody; it would otherwise be asked for once the program runs. */
const FIRST_PAGE = 'home';
/** What opens over a page, and is loaded when it opens. A page has it all as soon as it imports anything from a file that has it. */
const OVERLAYS = /\/@floating-ui\/|\/@mantine\/core\/esm\/components\/(?:Drawer|Menu|Modal|Popover)\//;
/** The messages of the first page, in one language. */
const FIRST_WORDS = /\/messages\/src\/([\w-]+)\/shell\.(?:ts|json)$/;
/** Messages in other languages than English; the service worker keeps what somebody reads, when it is read. */
const OTHER_WORDS = /messages\/src\/(?!en\/)[\w-]+\//;
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

/** The classes of the component library in files of one kind. */
async function libraryClasses(dist: string, ending: string): Promise<Set<string>> {
  const assets = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith(ending));
  const texts = await Promise.all(assets.map((name) => readFile(join(dist, 'assets', name), 'utf8')));
  return new Set(texts.flatMap((text) => text.match(LIBRARY_CLASS) ?? []));
}

/** Refuses a component of the library whose styles nobody imports: it would be there and look like nothing. */
async function checkStyles(dist: string): Promise<void> {
  const all = await readFile(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), 'utf8');
  const styled = new Set(all.match(LIBRARY_CLASS));
  const imported = await libraryClasses(dist, '.css');
  const missing = [...(await libraryClasses(dist, '.js'))].filter((name) => styled.has(name) && !imported.has(name));
  if (missing.length > 0) throw new Error(`src/app/mantine-styles.ts lacks the styles with ${missing.join(', ')}`);
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
      readonly isEntry?: boolean;
      readonly moduleIds?: readonly string[];
      readonly viteMetadata?: { importedCss: Set<string> };
    }
  >
>;

/** Links that fetch the first page beside the program, and those of its styles: one in the page spares the program to wait for them. */
function firstPageLinks(bundle: Bundle): { readonly preload: string; readonly styles: readonly string[] } {
  const [found] = Object.entries(bundle).filter(([, { type, name }]) => type === 'chunk' && name === FIRST_PAGE);
  if (!found) throw new Error(`no chunk is called ${FIRST_PAGE}`);
  const [file, { viteMetadata }] = found;
  return {
    preload: `<link rel="modulepreload" crossorigin href="/${file}">`,
    styles: [...(viteMetadata?.importedCss ?? [])].map((css) => `<link rel="stylesheet" crossorigin href="/${css}">`),
  };
}

/** Refuses a first page that waits for what it does not show. */
function checkFirstPage(bundle: Bundle): void {
  const first = Object.values(bundle).filter(({ name, isEntry }) => isEntry === true || name === FIRST_PAGE);
  const early = first.flatMap(({ moduleIds = [] }) => moduleIds.filter((id) => OVERLAYS.test(id)));
  if (early.length > 0) throw new Error(`the first page would load ${early.join(', ')}`);
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

/**
 * Tells `public/boot.js` what the splash says: the greeting of the home page, and a sentence when the first page is long in coming; the words
 * of the program may be what does not come.
 */
async function splashWords(): Promise<string> {
  const words = await Promise.all(
    OFFERED_LANGUAGES.map(async ({ tag, direction }) => {
      const messages = { ...(await loadMessages('en', 'shell')), ...(await loadMessages(tag, 'shell')) };
      const greetings = ['morning', 'day', 'evening'].map((part) => messages[`home.greeting.${part}`]);
      return [tag, { direction, waiting: messages['app.waiting'], retry: messages['common.retry'], greetings }] as const;
    }),
  );
  const content = JSON.stringify(Object.fromEntries(words)).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  return `<meta name="lectern-splash" content='${content}' />`;
}

/** The steps that remain when Vite has written its files. */
export function finishBuild(): Plugin {
  let dist = '';
  let isWritten = false;
  return {
    name: 'lectern-finish-build',
    apply: 'build',
    configResolved({ root, build }) {
      dist = resolve(root, build.outDir);
    },
    generateBundle(_options, bundle) {
      checkFirstPage(bundle);
    },
    transformIndexHtml: {
      order: 'post',
      // in the head, styles would keep the splash from being drawn until they are there; those that the program adds come after them
      handler: async (html, { bundle }) => {
        const { preload, styles } = firstPageLinks(bundle ?? {});
        const splash = await splashWords();
        return (
          html
            .replace(STYLESHEET, '')
            .replace(ROOT, `${[...(html.match(STYLESHEET) ?? []).map((link) => link.trim()), ...styles].join('\n    ')}\n    ${ROOT}`)
            .replace(BOOT, `${firstWords(bundle ?? {})}\n    ${splash}\n    ${BOOT}`)
            .replace('</head>', `  ${preload}\n  </head>`)
            // the page has many addresses; the server puts its own path before these
            .replace(/\b(href|src)="\.\//g, '$1="/')
        );
      },
    },
    writeBundle() {
      isWritten = true;
    },
    async closeBundle() {
      // a build that was refused has no files, and saying so would hide why
      if (!isWritten) return;
      await checkStyles(dist);
      await nameShell(dist);
      await compressFiles(dist);
    },
  };
}
