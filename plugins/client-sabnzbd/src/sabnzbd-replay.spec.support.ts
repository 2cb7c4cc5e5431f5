import { startSimulator } from '@lectern/simulators';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { DownloadClient, IntegrationError, JsonObject, PluginInstance } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import type { TestContext } from '@lectern/plugin-kit';
import { fieldsOf } from './api-fields.spec.support.js';
import type { Fields } from './api-fields.spec.support.js';
import { replay } from './fixtures.spec.support.js';
import plugin from './index.js';
import type { SabnzbdSettings } from './settings.js';

type Answer = SimulatorResponse | ((fields: Fields) => SimulatorResponse);

/**
 * Answers by mode, with the command behind a colon if there is one: `queue`, `queue:delete`. A list is played in order,
 * and its last entry from then on. Modes that are not listed answer empty or unknown.
 */
export type Script = Readonly<Record<string, Answer | readonly Answer[]>>;

/** One call as the server saw it. */
export interface SeenCall {
  readonly name: string;
  readonly fields: Fields;
  readonly request: SimulatorRequest;
}

export interface Replay {
  readonly server: Simulator;
  readonly context: TestContext<SabnzbdSettings>;
  readonly instance: PluginInstance;
  readonly client: DownloadClient;
  readonly calls: readonly SeenCall[];
  /** Names of the calls, in order. */
  names(): string[];
  /** Fields of the calls with that name. */
  fields(name: string): Fields[];
  /** Another process with the same settings, which remembers nothing. */
  another(): DownloadClient;
  close(): Promise<void>;
}

export const API_KEY = 'planted-api-key-0123456789';

const DEFAULTS: Script = {
  queue: replay('v3.7.1-queue-empty'),
  history: replay('v3.7.1-history-empty'),
  get_cats: replay('v3.7.1-get-cats'),
  get_config: ({ section }) => replay(`v3.7.1-get-config-${section ?? ''}`),
  warnings: replay('v3.7.1-warnings'),
  version: replay('v3.7.1-version-no-key'),
};

function nameOf(fields: Fields): string {
  const isOrder = (fields.mode === 'queue' || fields.mode === 'history') && fields.name !== undefined;
  return isOrder ? `${fields.mode}:${fields.name}` : (fields.mode ?? '');
}

/** A server that plays recorded answers, with the plugin connected to it. */
export async function startReplay(script: Script, settings: Partial<SabnzbdSettings> = {}, timeoutMs = 5000): Promise<Replay> {
  const calls: SeenCall[] = [];
  const counts = new Map<string, number>();
  const server = await startSimulator((request) => {
    if (request.path !== '/api') return undefined;
    const fields = fieldsOf(request);
    const name = nameOf(fields);
    calls.push({ name, fields, request });
    const entry = script[name] ?? DEFAULTS[name] ?? replay('v3.7.1-unknown-mode');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const answers = (Array.isArray(entry) ? entry : [entry]) as readonly Answer[];
    const answer = answers[Math.min(count, answers.length - 1)];
    return typeof answer === 'function' ? answer(fields) : answer;
  });
  const all = { baseUrl: server.url, apiKey: API_KEY, category: 'audiobooks', ...settings };

  function open() {
    const context = createTestContext<SabnzbdSettings>({ settings: all, timeoutMs });
    const instance = plugin.create(context);
    const client = instance.provides.downloadClient;
    if (!client) throw new Error('no download client');
    return { context, instance, client };
  }

  return {
    ...open(),
    server,
    calls,
    names: () => calls.map(({ name }) => name),
    fields: (name) => calls.filter((call) => call.name === name).map(({ fields }) => fields),
    another: () => open().client,
    close: () => server.close(),
  };
}

/** A queue with these slots; each is the recorded one with changes. */
export function queueOf(slots: readonly JsonObject[], more: JsonObject = {}): SimulatorResponse {
  return { body: { queue: { paused: false, kbpersec: '0.00', ...more, slots: slots.map((slot) => ({ ...QUEUED, ...slot })) } } };
}

export function historyOf(...slots: readonly JsonObject[]): SimulatorResponse {
  return { body: { history: { slots: slots.map((slot) => ({ ...FINISHED, ...slot })) } } };
}

const QUEUED: JsonObject = {
  nzo_id: 'SABnzbd_nzo_1',
  filename: 'Book',
  labels: [],
  cat: 'audiobooks',
  mb: '100.00',
  mbleft: '60.00',
  status: 'Downloading',
  timeleft: '0:00:00',
};

const FINISHED: JsonObject = {
  nzo_id: 'SABnzbd_nzo_1',
  name: 'Book',
  category: 'audiobooks',
  status: 'Completed',
  storage: '/data/complete/audiobooks/Book',
  fail_message: '',
  bytes: 104_857_600,
  loaded: false,
};

/** The error that `work` must end with. */
export async function errorOf(work: Promise<unknown> | undefined): Promise<IntegrationError> {
  const outcome = await work?.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isIntegrationError(outcome)) throw new Error(`expected an IntegrationError, got ${String(outcome)}`);
  return outcome;
}
