/**
 * What every call into a plugin carries as its last argument.
 *
 * The host sets a deadline on each call and aborts `signal` when it passes, when a request is cancelled, and when
 * the integration stops. Hand the signal on to {@link PluginContext.http} and stop what you do when it fires.
 *
 * @since 1.0.0
 */
export interface Call {
  readonly signal: AbortSignal;
}

/**
 * A slice of a long list. `next` is an opaque cursor for the following slice; absent on the last one. Hand out every
 * item exactly once over a whole walk.
 *
 * @since 1.0.0
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
  /** How many items the whole list holds, where the service says so. */
  readonly total?: number;
}

/**
 * A logger that already carries the plugin's and the integration's id. Use a static message and put what varies into
 * `fields`; secrets of the settings are redacted from both.
 *
 * @since 1.0.0
 */
export interface PluginLogger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}
