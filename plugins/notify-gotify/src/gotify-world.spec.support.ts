import { startGotifySimulator, type GotifySimulator } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { IntegrationError, NotificationMessage, Notifier, PluginInstance } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { GotifySettings } from './settings.js';

export const TOKEN = 'AplantedTkn0001';
export const never: AbortSignal = new AbortController().signal;

/** A simulated server with the plugin connected to it. */
export interface World {
  readonly gotify: GotifySimulator;
  readonly context: TestContext<GotifySettings>;
  readonly instance: PluginInstance;
  send(over?: Partial<NotificationMessage>, signal?: AbortSignal): Promise<void>;
}

const running: GotifySimulator[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

/** Settings as the host passes them, with defaults filled in. */
export function settingsFor(serverUrl: string, over: Partial<GotifySettings> = {}): GotifySettings {
  return {
    serverUrl,
    token: TOKEN,
    showCover: true,
    infoPriority: 2,
    successPriority: 5,
    warningPriority: 5,
    errorPriority: 8,
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
export async function createWorld(over: Partial<GotifySettings> = {}, timeoutMs = 2000): Promise<World> {
  const gotify = await startGotifySimulator({ token: TOKEN });
  running.push(gotify);
  const context = createTestContext<GotifySettings>({ settings: settingsFor(gotify.url, over), timeoutMs });
  const instance = plugin.create(context);
  const notifier = instance.provides.notifier as Notifier;
  return { gotify, context, instance, send: (message, signal = never) => notifier.send(messageOf(message), { signal }) };
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
