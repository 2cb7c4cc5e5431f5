import { startNtfySimulator, type NtfySimulator } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { IntegrationError, NotificationMessage, Notifier, PluginInstance } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { NtfySettings } from './settings.js';

export const TOKEN = 'tk_plantedntfytokenforspecs00000';
export const TOPIC = 'planted-topic-of-specs';
export const never: AbortSignal = new AbortController().signal;

/** A simulated server with the plugin connected to it. */
export interface World {
  readonly ntfy: NtfySimulator;
  readonly context: TestContext<NtfySettings>;
  readonly instance: PluginInstance;
  send(over?: Partial<NotificationMessage>, signal?: AbortSignal): Promise<void>;
}

const running: NtfySimulator[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

/** Settings as the host passes them, with defaults filled in. */
export function settingsFor(serverUrl: string, over: Partial<NtfySettings> = {}): NtfySettings {
  return {
    serverUrl,
    topic: TOPIC,
    token: TOKEN,
    showCover: true,
    infoPriority: 2,
    successPriority: 3,
    warningPriority: 3,
    errorPriority: 4,
    ...over,
  };
}

/** A message as core renders it. */
export function messageOf(over: Partial<NotificationMessage> = {}): NotificationMessage {
  return {
    event: 'request_available',
    title: 'Request available',
    lines: ['Pride and Prejudice is ready.'],
    fields: [{ name: 'Author', value: 'Jane Austen' }],
    links: [{ title: 'Open', url: 'https://requests.example/requests/1' }],
    severity: 'success',
    occurredAt: '2026-11-20T10:00:00Z',
    dedupeKey: 'one',
    ...over,
  };
}

/** Starts a simulator and a plugin connected to it. */
export async function createWorld(
  over: Partial<NtfySettings> = {},
  { timeoutMs = 2000, ...server }: { timeoutMs?: number; token?: string; writeOnly?: boolean } = { token: TOKEN },
): Promise<World> {
  const ntfy = await startNtfySimulator(server);
  running.push(ntfy);
  const context = createTestContext<NtfySettings>({ settings: settingsFor(ntfy.url, over), timeoutMs });
  const instance = plugin.create(context);
  const notifier = instance.provides.notifier as Notifier;
  return { ntfy, context, instance, send: (message, signal = never) => notifier.send(messageOf(message), { signal }) };
}

/** The error that a call ends with. */
export async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isIntegrationError(error)) throw new Error('expected an IntegrationError', { cause: error });
  return error;
}
