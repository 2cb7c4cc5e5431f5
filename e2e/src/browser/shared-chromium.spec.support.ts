import { findPart } from '@lectern/testbed';
import { chromium, type Browser } from 'playwright-core';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'];

let browser: Browser | undefined;

/**
 * The Chromium of this process, which ends with it. Spec files that run in the same process share it, since its start is dear. Each suite
 * opens contexts, whose storage and connections are their own, and closes them before its server stops.
 */
export async function sharedChromium(): Promise<Browser> {
  // one that crashed belongs to the suite in which it did
  if (!browser?.isConnected()) browser = await chromium.launch({ executablePath: findPart('chromium'), args: ARGS });
  return browser;
}
