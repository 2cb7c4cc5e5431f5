import { readFileSync } from 'node:fs';
import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '@lectern/simulators';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import type { Catalog } from '@lectern/plugin-api';
import plugin from './index.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';

/** The clock the recorded listings are meant for. */
const RECORDED_AT = Date.parse('2026-11-20T12:00:00Z');

/** A recorded answer, e.g. `store/products.search`. */
export function recorded(name: string): SimulatorResponse {
  const url = new URL(`./__fixtures__/${name}`, import.meta.url);
  if (name.endsWith('.html')) return { status: 503, headers: { 'content-type': 'text/html' }, body: readFileSync(url, 'utf8') };
  const fixture = JSON.parse(readFileSync(`${url.pathname}.json`, 'utf8')) as {
    status: number;
    headers?: Record<string, string>;
    body: object;
  };
  const retryAfter = fixture.headers?.['Retry-After'];
  return { status: fixture.status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter }, body: fixture.body };
}

export interface FixtureServices {
  readonly simulator: Simulator;
  readonly context: TestContext<Settings>;
  readonly catalog: Required<Catalog>;
  close(): Promise<void>;
}

/** The plugin, connected to a server that answers by `route`; 404 without an answer. */
export async function startFixtureServices(
  route: (request: SimulatorRequest) => string | SimulatorResponse | undefined,
  settings: Partial<Settings> = {},
): Promise<FixtureServices> {
  const simulator = await startSimulator((request) => {
    const answer = route(request);
    return typeof answer === 'string' ? recorded(answer) : answer;
  });
  const context = createTestContext<Settings>({
    settings: { ...DEFAULT_SETTINGS, apiBaseUrl: simulator.url, audnexusUrl: simulator.url, ...settings },
    now: RECORDED_AT,
  });
  const { catalog } = plugin.create(context).provides;
  return {
    simulator,
    context,
    catalog: catalog as Required<Catalog>,
    async close() {
      context.abort();
      await simulator.close();
    },
  };
}

export const signal: AbortSignal = new AbortController().signal;
