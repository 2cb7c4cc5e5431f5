import { startSimulator } from '@lectern/simulators';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import type { Call, MediaServer, PluginInstance } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { readFileSync } from 'node:fs';
import plugin from './index.js';
import type { PlexSettings } from './settings.js';

export const TOKEN = 'planted-server-token';
export const call: Call = { signal: new AbortController().signal };

/** A recorded answer; XML files contain only the body. */
export function recorded(name: string): SimulatorResponse {
  const text = readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8');
  if (name.endsWith('.xml')) return { headers: { 'content-type': 'text/xml;charset=utf-8' }, body: text };
  const { status, headers, body } = (
    JSON.parse(text) as { response: { status: number; headers: Record<string, string>; body: object | string } }
  ).response;
  return { status, body, headers: { 'content-type': headers['content-type'] ?? 'application/json' } };
}

/** Answers by `METHOD /path`, each a fixture's name or an answer. */
export type Script = Record<string, string | SimulatorResponse | ((request: SimulatorRequest) => SimulatorResponse)>;

export const HEALTHY: Script = {
  'GET /identity': 'pms.identity.json',
  'GET /library/sections': 'pms.sections.json',
  'GET /': 'pms.root.json',
  'GET /api/v2/ping': { body: { pong: true } },
};

export const container = (body: object): SimulatorResponse => ({ body: { MediaContainer: body } });

/** @returns the fault that the work ends with; fails if there is none */
export async function faultOf(
  work: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string; readonly field?: string }> {
  try {
    await work;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

/** Plays scripts to the plugin, one at a time. The server ends with its test. */
export function playRecorded() {
  let simulator: Simulator | undefined;
  afterEach(() => simulator?.close());
  const running = (): Simulator => {
    if (!simulator) throw new Error('no script is played');
    return simulator;
  };
  return {
    async start(script: Script, settings: Partial<PlexSettings> = {}) {
      simulator = await startSimulator((request) => {
        const answer = script[`${request.method} ${request.path}`];
        if (answer === undefined) return recorded('pms.error.404.json');
        return typeof answer === 'string' ? recorded(answer) : typeof answer === 'function' ? answer(request) : answer;
      });
      const { url } = simulator;
      const context = createTestContext<PlexSettings>({
        settings: { baseUrl: `${url}/web/index.html#!/settings`, token: TOKEN, plexTvUrl: url, ...settings },
      });
      const instance: PluginInstance = plugin.create(context);
      return { instance, media: instance.provides.mediaServer as MediaServer, context };
    },
    get url() {
      return running().url;
    },
    get requests() {
      return running().requests;
    },
    last: (): SimulatorRequest => running().requests.at(-1) as SimulatorRequest,
    /** The requests, as `METHOD /path`. */
    asked: (): string[] => running().requests.map(({ method, path }) => `${method} ${path}`),
    close: () => running().close(),
  };
}
