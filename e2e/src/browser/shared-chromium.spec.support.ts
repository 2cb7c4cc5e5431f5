import { findPart } from '@lectern/testbed';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'];

let browser: Browser | undefined;

/**
 * Opens a new profile, in English and without motion. A service worker runs only with `serviceWorkers: 'allow'`: each new profile would
 * install it and fetch the whole program again, which is a quarter of the work of a spec that opens a few pages.
 */
export async function openProfile(options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await sharedChromium();
  return browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
}

/**
 * The Chromium of this process, which ends with it. Spec files that run in the same process share it, since its start is dear. Each suite
 * opens contexts, whose storage and connections are their own, and closes them before its server stops.
 */
async function sharedChromium(): Promise<Browser> {
  // one that crashed belongs to the suite in which it did
  if (!browser?.isConnected()) browser = await chromium.launch({ executablePath: findPart('chromium'), args: ARGS });
  return browser;
}

/** Lets the process end by itself, as programs outside mocha do. Whatever runs in the browser must be closed before. */
export async function closeSharedChromium(): Promise<void> {
  await browser?.close();
  browser = undefined;
}
