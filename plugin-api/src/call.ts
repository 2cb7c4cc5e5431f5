/**
 * The last argument of every call into a plugin.
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
 * A slice of a long list. `next` is an opaque cursor for the next slice; absent on the last one. A whole walk must
 * return every item exactly once.
 *
 * @since 1.0.0
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
  /** The number of items in the whole list, if the service says so. */
  readonly total?: number;
}

/**
 * A logger that already adds the plugin's and the integration's id. Use a static message and put variable parts into
 * `fields`; secrets from the settings are redacted from both.
 *
 * @since 1.0.0
 */
export interface PluginLogger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}
