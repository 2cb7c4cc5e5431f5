import { startSimulator } from '@lectern/simulators';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { DownloadClient, IntegrationError, JsonObject, JsonValue, PluginInstance } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import type { TestContext } from '@lectern/plugin-kit';
import { replay } from './fixtures.spec.support.js';
import plugin from './index.js';
import type { NzbgetSettings } from './settings.js';

type Answer = SimulatorResponse | ((params: readonly JsonValue[]) => SimulatorResponse);

/**
 * Answers by method, with the command behind a colon for `editqueue`. A list is played in order, and its last entry
 * from then on. Methods that are not listed answer with an empty result.
 */
export type Script = Readonly<Record<string, Answer | readonly Answer[]>>;

export interface SeenCall {
  readonly name: string;
  readonly params: readonly JsonValue[];
  readonly request: SimulatorRequest;
}

export interface Replay {
  readonly server: Simulator;
  readonly context: TestContext<NzbgetSettings>;
  readonly instance: PluginInstance;
  readonly client: DownloadClient;
  readonly calls: readonly SeenCall[];
  /** Names of the calls, in order. */
  names(): string[];
  /** Parameters of the calls with that name. */
  params(name: string): (readonly JsonValue[])[];
  /** Another process with the same settings, which remembers nothing. */
  another(): DownloadClient;
  close(): Promise<void>;
}

export const PASSWORD = 'planted-password';

const DEFAULTS: Script = {
  version: replay('v21.0-version'),
  status: replay('v21.0-status'),
  config: replay('v21.0-config'),
  listgroups: replay('v21.0-listgroups-empty'),
  history: replay('v21.0-history-empty'),
};

/** An answer with this result. */
export function result(value: JsonValue): SimulatorResponse {
  return { body: { version: '1.1', id: 1, result: value } };
}

/** A server that plays recorded answers, with the plugin connected to it. */
export async function startReplay(script: Script, settings: Partial<NzbgetSettings> = {}): Promise<Replay> {
  const calls: SeenCall[] = [];
  const counts = new Map<string, number>();
  const server = await startSimulator((request) => {
    if (request.path !== '/jsonrpc') return replay('v21.0-unknown-path');
    const { method, params } = JSON.parse(request.body.toString()) as { method: string; params: JsonValue[] };
    const name = method === 'editqueue' ? `editqueue:${params[0] as string}` : method;
    calls.push({ name, params, request });
    const entry = script[name] ?? DEFAULTS[name] ?? replay('v21.0-unknown-method');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const answers = (Array.isArray(entry) ? entry : [entry]) as readonly Answer[];
    const answer = answers[Math.min(count, answers.length - 1)];
    return typeof answer === 'function' ? answer(params) : answer;
  });
  const all = { baseUrl: server.url, username: 'tester', password: PASSWORD, category: 'audiobooks', ...settings };

  function open() {
    const context = createTestContext<NzbgetSettings>({ settings: all });
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
    params: (name) => calls.filter((call) => call.name === name).map(({ params }) => params),
    another: () => open().client,
    close: () => server.close(),
  };
}

const MARK = '0123456789ab';

/** The id of the download that {@link groupsOf} and {@link historyOf} list unless told otherwise. */
export const ITEM_ID = `7-${MARK}`;

const COMMON: JsonObject = {
  NZBID: 7,
  Kind: 'NZB',
  NZBFilename: 'Book.nzb',
  NZBName: 'Book',
  DestDir: '/data/dst/audiobooks/Book',
  FinalDir: '',
  Category: 'audiobooks',
  FileSizeLo: 1000,
  FileSizeHi: 0,
  Health: 1000,
  CriticalHealth: 900,
  Parameters: [{ Name: 'lectern', Value: MARK }],
};

/** A queue with these groups; each is the standard group with changes. */
export function groupsOf(...groups: readonly JsonObject[]): SimulatorResponse {
  const ordinary = { ...COMMON, Status: 'DOWNLOADING', RemainingSizeLo: 600, RemainingSizeHi: 0, PausedSizeLo: 0, ActiveDownloads: 1 };
  return result(groups.map((group) => ({ ...ordinary, ...group })));
}

export function historyOf(...items: readonly JsonObject[]): SimulatorResponse {
  return result(items.map((item) => ({ ...COMMON, Status: 'SUCCESS/HEALTH', ...item })));
}

/** The error that `work` must end with. */
export async function errorOf(work: Promise<unknown> | undefined): Promise<IntegrationError> {
  const outcome = await work?.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isIntegrationError(outcome)) throw new Error(`expected an IntegrationError, got ${String(outcome)}`);
  return outcome;
}
