import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadConfig, startApp, type RunningApp } from '@lectern/core';
import { startDemoWorld, type DemoWorld } from '@lectern/demo';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { createLogTail } from '../log-tail.spec.support.js';
import { IS_LONG_RUN } from '../long-run.spec.support.js';
import { openProfile } from './shared-chromium.spec.support.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A server that nobody has set up, simulators of all it talks to, and profiles of a browser. */
export interface BrowserScene {
  readonly app: RunningApp;
  readonly sims: DemoWorld;
  /** Errors on the consoles of pages, and uncaught exceptions. */
  readonly problems: string[];
  /** Opens a new profile. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Opens a page in a new profile, or in the given one. */
  open(options?: BrowserContextOptions & { readonly in?: BrowserContext }): Promise<Page>;
  log(): string;
  stop(): Promise<void>;
}

/** `npm test` builds the web first; a run of this spec alone builds it when it is missing. */
async function buildWeb(): Promise<void> {
  if (existsSync(join(ROOT, 'web/dist/index.html'))) return;
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: ROOT });
}

/** An installed plugin that is a folder of `__fixtures__`. */
export interface InstalledFixture {
  readonly folder: string;
  readonly id: string;
  readonly packageName: string;
}

/** What setup connects by itself asks the simulator, whatever the region. */
function catalogStandIns(sims: DemoWorld): string[] {
  const settings = sims.integrations.find(({ pluginId }) => pluginId === 'catalog-audible')?.settings;
  const hosts = ['https://api.audible.com', 'https://api.audible.de'].map((host) => `${host}=${String(settings?.['apiBaseUrl'])}`);
  return [...hosts, `https://api.audnex.us=${String(settings?.['audnexusUrl'])}`];
}

export async function startBrowserScene(
  options: { readonly plugins?: readonly InstalledFixture[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<BrowserScene> {
  await buildWeb();
  const root = await mkdtemp(join(tmpdir(), 'lectern-browser-'));
  const endings: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  const log = createLogTail(200_000);
  try {
    const sims = await startDemoWorld(root, { secondsPerDownload: 3 });
    endings.push(() => sims.close());
    await mkdir(join(root, 'data'));
    for (const { folder, id, packageName } of options.plugins ?? []) {
      const source = fileURLToPath(new URL(`__fixtures__/${folder}`, import.meta.url));
      await cp(source, join(root, 'data/plugins', id, '1.0.0/node_modules', packageName), { recursive: true });
    }
    const config = loadConfig({
      LECTERN_DATA: join(root, 'data'),
      LECTERN_HOST: '127.0.0.1',
      LECTERN_PORT: '0',
      LECTERN_LOG_LEVEL: 'info',
      LECTERN_TIME_SCALE: '0.1',
      LECTERN_UPDATE_CHECK: 'false',
      LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      LECTERN_STAND_INS: [sims.shelves.standIns, ...catalogStandIns(sims)].join(),
      ...options.env,
    });
    const app = await startApp(config, { validateResponses: true, passwordCost: 4, logTo: log.stream });
    endings.push(() => app.stop());
    const contexts: BrowserContext[] = [];
    endings.push(() => Promise.all(contexts.map((context) => context.close())));
    const problems: string[] = [];
    const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
      const viewport = { width: 1440, height: 900 };
      const context = await openProfile({ baseURL: app.url, viewport, ...options });
      contexts.push(context);
      context.setDefaultTimeout(60_000);
      return context;
    };
    return {
      app,
      sims,
      problems,
      newContext,
      async open(options = {}) {
        const { in: profile, ...rest } = options;
        const context = profile ?? (await newContext(rest));
        const page = await context.newPage();
        page.on('console', (message) => {
          if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()} (${message.location().url})`);
        });
        page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
        return page;
      },
      log: log.text,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until a page has the answers to its requests. Its network is never idle, as the live stream does not end. */
export async function filledIn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'visible' });
  await becomes(() => page.locator('.mantine-Skeleton-root, [aria-busy="true"]').count(), 0, 'places that wait to be filled');
}

/** Takes the transitions from a page and gives them back: each element has one of its colors, and the events of a thousand are dear. */
const WITHOUT_TRANSITIONS = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
  globalThis.givesTransitionsBack = () => {
    // once each element has its new color, or it would change with the transitions that are back
    document.body.getBoundingClientRect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
})()`;

/** Switches a page to the other color scheme without reloading it. */
export async function becomeScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(WITHOUT_TRANSITIONS);
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  await page.evaluate('givesTransitionsBack()');
}

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
  }[];
}

/** A page that draws nothing, because nobody sees it, draws no frame and ends no animation. */
const STILL_MS = 5000;

/**
 * Resolves when what changed last is drawn. Even the shortest transition begins at the old color, which is what axe would measure if it
 * were the first to ask for the new style.
 */
const DRAWN = `Promise.race([
  new Promise((late) => setTimeout(late, ${STILL_MS})),
  new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.allSettled(
    document.getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished),
  )),
]).then(() => undefined)`;

/** What axe has seen of a profile in the short run: pages by their path, without ids, and the dialogs open on them. */
const seenByAxe = new WeakMap<BrowserContext, Set<string>>();

/** Whether a page is one that axe has not seen in this profile. */
async function isNewToAxe(page: Page): Promise<boolean> {
  const dialogs = await page.getByRole('dialog').getByRole('heading').allTextContents();
  const path = new URL(page.url()).pathname.replace(/[0-9a-f-]{36}|[A-Z0-9]{10}/g, ':id');
  const name = [path, ...dialogs].join(' ');
  const seen = seenByAxe.get(page.context()) ?? new Set();
  seenByAxe.set(page.context(), seen);
  const isNew = !seen.has(name);
  seen.add(name);
  return isNew;
}

/**
 * Like {@link runAxe}. In the short run axe looks once at each page of a profile, in the scheme in which that is shown first; in the
 * long run as often as it is asked to.
 */
export async function axeFindings(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  if (!IS_LONG_RUN && (rules === 'colors' || !(await isNewToAxe(page)))) return [];
  return runAxe(page, rules);
}

type AxeRules = 'all' | 'colors';

/** Describes the violations that axe finds on a page, whatever their impact; by all its rules, or by those that depend on colors. */
export async function runAxe(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(source);
  await page.evaluate(DRAWN);
  const options = { resultTypes: ['violations'], ...(rules === 'all' ? {} : { runOnly: COLOR_RULES }) };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact ?? 'minor'} ${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join('; ')}`,
  );
}
