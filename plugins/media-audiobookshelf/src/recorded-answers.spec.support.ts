import { startSimulator } from '@lectern/simulators';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import type { Call, MediaServer, PluginInstance } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { readFileSync } from 'node:fs';
import plugin from './index.js';
import type { Raw } from './schema.js';
import type { AudiobookshelfSettings } from './settings.js';

/** The library of the recorded server that most answers are about. */
export const LIBRARY = 'd82fce9a-c6c9-4cac-b88c-8ef6f8acda26';
export const call: Call = { signal: new AbortController().signal };

interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

function readRecorded(name: string): RecordedResponse {
  const text = readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { response: RecordedResponse }).response;
}

/** A recorded answer of the server. */
export function recorded(name: string): SimulatorResponse {
  const { status, body, headers } = readRecorded(name);
  const kept = ['content-type', 'retry-after'].filter((header) => headers[header]);
  return { status, body, headers: Object.fromEntries(kept.map((header) => [header, headers[header] ?? ''])) };
}

/** The body of a recorded answer. */
export function recordedBody(name: string): Raw {
  return readRecorded(name).body as Raw;
}

/** Answers by `METHOD /path`, each a fixture's name or an answer. */
export type Script = Record<string, string | SimulatorResponse | ((request: SimulatorRequest) => SimulatorResponse)>;

export const HEALTHY: Script = {
  'GET /status': 'status',
  'GET /api/me': 'me.api-key',
  'GET /api/libraries': 'libraries',
};

/** @returns the fault that the work ends with; fails if there is none */
export async function faultOf(work: Promise<unknown> | undefined): Promise<{
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly retryAfterMs?: number;
}> {
  try {
    await work;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

export const jsonOf = (request: SimulatorRequest): unknown => JSON.parse(request.body.toString());

/** Plays scripts to the plugin, one at a time. The server ends with its test. */
export function playRecorded() {
  let simulator: Simulator | undefined;
  afterEach(() => simulator?.close());
  const running = (): Simulator => {
    if (!simulator) throw new Error('no script is played');
    return simulator;
  };
  return {
    async start(script: Script, settings: Partial<AudiobookshelfSettings> = {}) {
      simulator = await startSimulator((request) => {
        const answer = script[`${request.method} ${request.path}`];
        if (answer === undefined) return recorded('unknown-route');
        return typeof answer === 'string' ? recorded(answer) : typeof answer === 'function' ? answer(request) : answer;
      });
      const context = createTestContext<AudiobookshelfSettings>({
        settings: { baseUrl: `${simulator.url}/`, apiKey: 'planted-key', ...settings },
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
    close: () => running().close(),
  };
}
