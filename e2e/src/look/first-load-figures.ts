import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { filledIn } from '../browser/browser-scene.spec.support.js';

/** The phone on which the first load is measured, as options of a browser context. */
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;

/** A slow line and a slow phone. */
export interface Slowness {
  readonly bitsPerSecond: number;
  readonly roundTripMs: number;
  /** How many times slower the processor is. */
  readonly processor: number;
}

/** A file that crossed the line, with its headers. */
export interface Transfer {
  readonly path: string;
  /** As the browser sorts it: `Script`, `Stylesheet`, `Fetch`, … */
  readonly type: string;
  readonly bytes: number;
  readonly encoding: string | undefined;
}

/** What opening a page cost. */
export interface LoadFigures {
  readonly transfers: readonly Transfer[];
  /** Milliseconds from the start of the navigation; they depend on the machine. */
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** When everything that the page waits for was shown. */
  readonly filledMs: number;
}

/** Keeps the paints, which a page does not tell to those who ask late. */
const WATCH_PAINTS = `
  globalThis.lecternPaints = { first: 0, largest: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') lecternPaints.first = entry.startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) lecternPaints.largest = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;

const PICTURES_THERE = `[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight
  || image.getBoundingClientRect().left > innerWidth)`;

async function slowDown(session: CDPSession, { bitsPerSecond, roundTripMs, processor }: Slowness): Promise<void> {
  const bytesPerSecond = bitsPerSecond / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
}

interface Line {
  readonly transfers: readonly Transfer[];
  /** What was asked for and is not there yet. The live stream, which never ends, is not counted. */
  readonly awaited: ReadonlySet<string>;
}

/** Collects what crosses the line. What comes from a cache or the service worker costs nothing and is left out. */
function watchLine(session: CDPSession): Line {
  const transfers: Transfer[] = [];
  const awaited = new Set<string>();
  const known = new Map<string, Omit<Transfer, 'bytes'>>();
  session.on('Network.requestWillBeSent', ({ requestId, type }) => type !== 'EventSource' && awaited.add(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => awaited.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.fromServiceWorker || response.fromDiskCache) return;
    const { pathname, protocol } = new URL(response.url);
    if (!protocol.startsWith('http')) return;
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    known.set(requestId, { path: pathname, type, encoding });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    awaited.delete(requestId);
    const what = known.get(requestId);
    if (what && encodedDataLength > 0) transfers.push({ ...what, bytes: encodedDataLength });
  });
  return { transfers, awaited };
}

/** Opens a page in a tab of its own, and measures until it is filled in and has all that it asked for. The tab stays open. */
export async function loadPage(
  context: BrowserContext,
  path: string,
  slowness?: Slowness,
): Promise<{ readonly page: Page; readonly figures: LoadFigures }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await page.addInitScript(WATCH_PAINTS);
  if (slowness) await slowDown(session, slowness);
  const line = watchLine(session);
  await page.goto(path);
  await filledIn(page);
  const filledMs = await page.evaluate<number>('performance.now()');
  // pictures in view count as well
  await becomes(() => page.evaluate<boolean>(PICTURES_THERE), true, 'pictures in view');
  const paints = await page.evaluate<{ first: number; largest: number }>('lecternPaints');
  // pictures below the view are under way by now, as far as the browser reads ahead; whether they came in time would be chance
  await becomes(() => Promise.resolve(line.awaited.size), 0, 'files under way');
  return { page, figures: { transfers: [...line.transfers], firstPaintMs: paints.first, largestPaintMs: paints.largest, filledMs } };
}
