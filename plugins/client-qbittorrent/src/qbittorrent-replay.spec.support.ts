import { startSimulator } from '@lectern/simulators';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import type { PluginInstance } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import type { DownloadClient, IntegrationError } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import type { TestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { QbittorrentSettings } from './settings.js';

/** Answers by `METHOD path` below /api/v2/. A list is played in order, and its last entry from then on. */
export type Script = Readonly<Record<string, Answer | readonly Answer[]>>;
type Answer = SimulatorResponse | ((request: SimulatorRequest) => SimulatorResponse);

export interface Replay {
  readonly server: Simulator;
  readonly context: TestContext<QbittorrentSettings>;
  readonly instance: PluginInstance;
  readonly client: DownloadClient;
  /** The calls in order, as `METHOD path`. */
  calls(): string[];
  /** Bodies of the calls with that name, as text. */
  bodies(call: string): string[];
  close(): Promise<void>;
}

const PREFIX = '/api/v2/';

function nameOf(request: SimulatorRequest): string {
  return `${request.method} ${request.path.slice(PREFIX.length)}`;
}

/** A server that plays recorded answers, with the plugin connected to it. */
export async function startReplay(script: Script, settings: Partial<QbittorrentSettings> = {}, timeoutMs = 5000): Promise<Replay> {
  const counts = new Map<string, number>();
  const server = await startSimulator((request) => {
    const name = nameOf(request);
    const entry = script[name];
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const answers = (Array.isArray(entry) ? entry : [entry]) as readonly (Answer | undefined)[];
    const answer = answers[Math.min(count, answers.length - 1)];
    return typeof answer === 'function' ? answer(request) : answer;
  });
  const context = createTestContext<QbittorrentSettings>({
    settings: { baseUrl: server.url, username: 'tester', password: 'planted-password', category: 'lectern', ...settings },
    timeoutMs,
  });
  const instance = plugin.create(context);
  const client = instance.provides.downloadClient;
  if (!client) throw new Error('no download client');
  return {
    server,
    context,
    instance,
    client,
    calls: () => server.requests.map(nameOf),
    bodies: (call) => server.requests.filter((request) => nameOf(request) === call).map(({ body }) => body.toString('latin1')),
    close: () => server.close(),
  };
}

/** The error that `work` must end with. */
export async function errorOf(work: Promise<unknown>): Promise<IntegrationError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isIntegrationError(outcome)) throw new Error(`expected an IntegrationError, got ${String(outcome)}`);
  return outcome;
}
