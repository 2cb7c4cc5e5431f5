import { readFileSync } from 'node:fs';
import { startDiscordSimulator, type DiscordSimulator } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { IntegrationError, NotificationMessage, Notifier, PluginInstance } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { DiscordSettings } from './settings.js';

export const TOKEN = 'planted-webhook-token';

export const never: AbortSignal = new AbortController().signal;

/** A simulated webhook with the plugin connected to it. */
export interface World {
  readonly discord: DiscordSimulator;
  readonly context: TestContext<DiscordSettings>;
  readonly instance: PluginInstance;
  send(over?: Partial<NotificationMessage>, signal?: AbortSignal): Promise<void>;
}

const running: DiscordSimulator[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

/** Settings as the host passes them, with defaults filled in. */
export function settingsFor(webhookUrl: string, over: Partial<DiscordSettings> = {}): DiscordSettings {
  return {
    webhookUrl,
    username: 'Lectern',
    avatarUrl: '',
    silent: false,
    showCover: true,
    threadId: '',
    threadName: '',
    allowOtherHost: true,
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
export async function createWorld(over: Partial<DiscordSettings> = {}, timeoutMs = 2000): Promise<World> {
  const discord = await startDiscordSimulator({ token: TOKEN });
  running.push(discord);
  const context = createTestContext<DiscordSettings>({ settings: settingsFor(discord.webhookUrl, over), timeoutMs });
  const instance = plugin.create(context);
  const notifier = instance.provides.notifier as Notifier;
  return { discord, context, instance, send: (message, signal = never) => notifier.send(messageOf(message), { signal }) };
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
