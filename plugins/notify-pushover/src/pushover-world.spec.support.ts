import { readFileSync } from 'node:fs';
import { startPushoverSimulator, type PushoverSimulator, type PushoverSimulatorOptions } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { IntegrationError, NotificationMessage, Notifier, PluginInstance } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { PushoverSettings } from './settings.js';

export const TOKEN = 'aPlantedApplicationToken000000';
export const USER = 'uPlantedUserKey000000000000000';

export const never: AbortSignal = new AbortController().signal;

/** A simulated account with the plugin connected to it. */
export interface World {
  readonly pushover: PushoverSimulator;
  readonly context: TestContext<PushoverSettings>;
  readonly instance: PluginInstance;
  send(over?: Partial<NotificationMessage>, signal?: AbortSignal): Promise<void>;
}

const running: PushoverSimulator[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

/** Settings as the host passes them, with defaults filled in. */
export function settingsFor(apiUrl: string, over: Partial<PushoverSettings> = {}): PushoverSettings {
  return {
    token: TOKEN,
    userKey: USER,
    devices: [],
    sound: '',
    showCover: true,
    infoPriority: -1,
    successPriority: 0,
    warningPriority: 0,
    errorPriority: 1,
    retrySeconds: 60,
    expireSeconds: 3600,
    apiUrl,
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
  over: Partial<PushoverSettings> = {},
  options: PushoverSimulatorOptions & { readonly timeoutMs?: number } = {},
): Promise<World> {
  const pushover = await startPushoverSimulator({ token: TOKEN, user: USER, ...options });
  running.push(pushover);
  const context = createTestContext<PushoverSettings>({ settings: settingsFor(pushover.url, over), timeoutMs: options.timeoutMs ?? 2000 });
  pushover.setQuota({ resetAt: context.now() / 1000 + 86_400 });
  const instance = plugin.create(context);
  const notifier = instance.provides.notifier as Notifier;
  return { pushover, context, instance, send: (message, signal = never) => notifier.send(messageOf(message), { signal }) };
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

/** Reads a recorded answer from `__fixtures__`. */
export function recorded(name: string): { status: number; headers: Record<string, string>; body: object | string } {
  const text = readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
  const { status, headers, body } = JSON.parse(text) as { status: number; headers: Record<string, string>; body: object | string };
  return { status, headers, body };
}
