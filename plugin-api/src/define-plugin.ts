import type { Call, PluginLogger } from './call.js';
import type { Hooks } from './hooks.js';
import type { PluginHttp } from './http.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Providers } from './providers.js';

/**
 * Key/value storage of one integration; values are JSON, keys up to 200 characters. Survives restarts and updates.
 *
 * @since 1.0.0
 */
export interface PluginStorage {
  get<T extends JsonValue = JsonValue>(key: string): Promise<T | undefined>;
  set(key: string, value: JsonValue): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * All a plugin ever gets of the host.
 *
 * @since 1.0.0
 */
export interface PluginContext<Settings extends object = JsonObject> {
  readonly integrationId: string;
  /** Validated against the plugin's settings schema, defaults filled in, secrets in clear. */
  readonly settings: Readonly<Settings>;
  readonly http: PluginHttp;
  readonly log: PluginLogger;
  readonly storage: PluginStorage;
  /** A directory of this integration's own. */
  readonly dataDir: string;
  /** Fires when the integration stops. */
  readonly signal: AbortSignal;
  /** The present, milliseconds since the epoch. Use it instead of `Date.now()` so that tests can set the clock. */
  now(): number;
}

/** Answer of `check`. @since 1.0.0 */
export interface CheckResult {
  readonly ok: true;
  /** Version of the remote service. */
  readonly version?: string;
  /** Sentences for the admin: what was found, warnings. */
  readonly details?: readonly string[];
}

/** One entry of a dynamic list in a settings form. @since 1.0.0 */
export interface Choice {
  readonly value: string | number;
  readonly title: string;
}

/** @since 1.0.0 */
export interface ChoiceRequest extends Call {
  /** The form's present values, not yet saved and not yet valid. */
  readonly draft: JsonObject;
}

/**
 * What Lectern says of itself to a plugin that tests its connection, so that the plugin can tell where the two do not fit together. Each
 * member is absent while an admin has not set it.
 *
 * @since 1.2.0
 */
export interface CheckingLectern {
  /** The address at which browsers reach Lectern, without a trailing slash, e.g. `https://lectern.example.org`. */
  readonly publicUrl?: string;
  /** The folder that finished books are put into, as the service sees it: the path mappings of the integration are applied. */
  readonly libraryFolder?: string;
}

/**
 * What a call of {@link PluginInstance.check} carries.
 *
 * @since 1.2.0
 */
export interface CheckCall extends Call {
  /** Hosts of earlier versions do not say. */
  readonly lectern?: CheckingLectern;
}

/** Why an integration is stopped. @since 1.0.0 */
export type StopReason = 'shutdown' | 'settings' | 'disabled' | 'removed' | 'failed';

/**
 * What `create` returns: everything the plugin offers. The host registers, bounds, times and revokes it.
 *
 * @since 1.0.0
 */
export interface PluginInstance {
  readonly provides: Providers;
  readonly hooks?: Hooks;
  /**
   * Answers the Test button and the health page. Called on demand and every five minutes. Throw an `IntegrationError`
   * whose message a person can act on; set `field` when one setting is to blame. What works, but not together with how
   * Lectern is set up (`call.lectern`, since 1.2.0), is no error: say so in `details`.
   */
  check(call: CheckCall): Promise<CheckResult>;
  /** Dynamic lists for `x-ui.choices` in the settings schema. Called while the form is open. */
  readonly choices?: Readonly<Record<string, (request: ChoiceRequest) => Promise<readonly Choice[]>>>;
  /** Called once after `create`; the place for network work that must precede use. At most ten seconds. */
  start?(call: Call): Promise<void>;
  /** Leave no timer, socket or listener. stop → create → start must work any number of times. */
  stop?(reason: StopReason): Promise<void> | void;
}

/** @since 1.0.0 */
export interface PluginDefinition<Settings extends object = JsonObject> {
  /** Called once per configured integration. Must be quick and must not reach the network. */
  create(ctx: PluginContext<Settings>): PluginInstance;
  /**
   * Turns settings saved by an older version of the plugin into today's shape. Pure.
   * @param fromVersion the plugin version that saved them
   */
  migrateSettings?(raw: JsonObject, fromVersion: string): JsonObject;
}

const TAG = Symbol.for('lectern.PluginDefinition');

/**
 * Marks a plugin's entry.
 *
 * @example
 * ```ts
 * import { definePlugin } from '@lectern/plugin-api';
 *
 * export default definePlugin<{ webhookUrl: string }>({
 *   create(ctx) {
 *     return {
 *       provides: {
 *         notifier: {
 *           async send(message, { signal }) {
 *             await ctx.http.request({ method: 'POST', url: ctx.settings.webhookUrl, json: { text: message.title }, signal });
 *           },
 *         },
 *       },
 *       async check({ signal }) {
 *         await ctx.http.request({ url: ctx.settings.webhookUrl, signal });
 *         return { ok: true };
 *       },
 *     };
 *   },
 * });
 * ```
 *
 * @since 1.0.0
 */
export function definePlugin<Settings extends object = JsonObject>(definition: PluginDefinition<Settings>): PluginDefinition<Settings> {
  return Object.freeze({ ...definition, [TAG]: true });
}

/** Tells what {@link definePlugin} made, also by another copy of this package. @since 1.0.0 */
export function isPluginDefinition(value: unknown): value is PluginDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Record<symbol, unknown>)[TAG] === true &&
    typeof (value as { create?: unknown }).create === 'function'
  );
}
