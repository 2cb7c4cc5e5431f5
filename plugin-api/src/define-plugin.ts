import type { Call, PluginLogger } from './call.js';
import type { Hooks } from './hooks.js';
import type { PluginHttp } from './http.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Providers } from './providers.js';
import type { CheckDetail } from './remark.js';

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
 * Everything that a plugin gets from the host.
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
  /** A directory for this integration only. */
  readonly dataDir: string;
  /** Fires when the integration stops. */
  readonly signal: AbortSignal;
  /** The current time, milliseconds since the epoch. Use it instead of `Date.now()` so that tests can set the clock. */
  now(): number;
}

/** The result of `check`. @since 1.0.0 */
export interface CheckResult {
  readonly ok: true;
  /** Version of the remote service. */
  readonly version?: string;
  /** Sentences for the admin: findings and warnings. A string is the same in every language; a {@link CheckDetail} (since 1.7.0) is not. */
  readonly details?: readonly (string | CheckDetail)[];
}

/** One entry of a dynamic list in a settings form. @since 1.0.0 */
export interface Choice {
  readonly value: string | number;
  readonly title: string;
}

/** @since 1.0.0 */
export interface ChoiceRequest extends Call {
  /** The form's current values, not saved and not necessarily valid. */
  readonly draft: JsonObject;
}

/**
 * Facts about this Lectern for a plugin that tests its connection, so that the plugin can say where the two do not fit
 * together. Each member is absent until an admin has set it.
 *
 * @since 1.2.0
 */
export interface CheckingLectern {
  /** The address at which browsers reach Lectern, without a trailing slash, e.g. `https://lectern.example.org`. */
  readonly publicUrl?: string;
  /** The folder for finished books, as the service sees it: the path mappings of the integration are applied. */
  readonly libraryFolder?: string;
}

/**
 * The argument of {@link PluginInstance.check}.
 *
 * @since 1.2.0
 */
export interface CheckCall extends Call {
  /** Absent in older hosts. */
  readonly lectern?: CheckingLectern;
}

/** The reason why an integration is stopped. @since 1.0.0 */
export type StopReason = 'shutdown' | 'settings' | 'disabled' | 'removed' | 'failed';

/**
 * The result of `create`: everything the plugin offers. The host registers it, limits and times its calls, and revokes it.
 *
 * @since 1.0.0
 */
export interface PluginInstance {
  readonly provides: Providers;
  readonly hooks?: Hooks;
  /**
   * Answers the Test button and the health page. Called on demand and every five minutes. Throw an `IntegrationError`
   * whose message a person can act on; set `field` if one setting is to blame. If the service works but does not fit
   * how Lectern is set up (`call.lectern`, since 1.2.0), that is not an error: say so in `details`.
   */
  check(call: CheckCall): Promise<CheckResult>;
  /** Dynamic lists for `x-ui.choices` in the settings schema. Called while the form is open. */
  readonly choices?: Readonly<Record<string, (request: ChoiceRequest) => Promise<readonly Choice[]>>>;
  /** Called once after `create`, for network work that must happen before use. Time limit: ten seconds. */
  start?(call: Call): Promise<void>;
  /** Must leave no timer, socket or listener. stop → create → start must work any number of times. */
  stop?(reason: StopReason): Promise<void> | void;
}

/** @since 1.0.0 */
export interface PluginDefinition<Settings extends object = JsonObject> {
  /** Called once per configured integration. Must be quick and must not reach the network. */
  create(ctx: PluginContext<Settings>): PluginInstance;
  /**
   * Converts settings saved by an older version of the plugin into the current shape. Pure.
   * @param fromVersion the plugin version that saved them
   */
  migrateSettings?(raw: JsonObject, fromVersion: string): JsonObject;
}

const TAG = Symbol.for('lectern.PluginDefinition');

/**
 * Marks the entry of a plugin.
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

/** Whether a value was made by {@link definePlugin}, even by another copy of this package. @since 1.0.0 */
export function isPluginDefinition(value: unknown): value is PluginDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Record<symbol, unknown>)[TAG] === true &&
    typeof (value as { create?: unknown }).create === 'function'
  );
}
