/** The codes of an {@link IntegrationError}. Codes are never reused. @since 1.0.0 */
export const INTEGRATION_ERROR_CODES = [
  'INTEGRATION_UNAUTHORIZED',
  'INTEGRATION_FORBIDDEN',
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_RATE_LIMITED',
  'INTEGRATION_UNAVAILABLE',
  'INTEGRATION_BAD_RESPONSE',
  'INTEGRATION_MISCONFIGURED',
  'INTEGRATION_UNSUPPORTED',
  'INTEGRATION_ABORTED',
] as const;

/** @since 1.0.0 */
export type IntegrationErrorCode = (typeof INTEGRATION_ERROR_CODES)[number];

/** @since 1.0.0 */
export interface IntegrationErrorOptions {
  readonly cause?: unknown;
  /** Milliseconds to wait before the next try, if the service said so (`RATE_LIMITED`, `UNAVAILABLE`). */
  readonly retryAfterMs?: number;
  /** The remote component to blame if it is not the service itself, e.g. the name of an indexer. */
  readonly blame?: string;
  /** Name of the wrong settings field (`MISCONFIGURED`, `UNAUTHORIZED`); the form shows the message beside it. */
  readonly field?: string;
  /**
   * The message as a key of the plugin's message files, with what it is filled in with: people read it in their language where the plugin
   * has it, and `message` anywhere else.
   *
   * @since 1.6.0
   */
  readonly sentence?: PluginSentence;
}

/** What each language writes its own way: a size in bytes, or a moment or day as ISO 8601, which is shown in UTC. @since 1.7.0 */
export type PluginQuantity = { readonly bytes: number } | { readonly at: string };

/** Words that no language changes, such as a name, a list of these, a number, a quantity, or another sentence. @since 1.7.0 */
export type PluginSentenceValue = string | number | PluginQuantity | readonly string[] | PluginSentence;

/**
 * A sentence in the message files of a plugin. Quantities and lists came with 1.7.0.
 *
 * @since 1.6.0
 */
export interface PluginSentence {
  readonly key: string;
  readonly values?: Readonly<Record<string, PluginSentenceValue>>;
}

const TAG = Symbol.for('lectern.IntegrationError');

/**
 * The only error that a plugin throws on purpose. Core decides by `code` whether to retry, pause, take the next
 * candidate or ask a person. Admins see the message: say what failed and what to do, without secrets.
 *
 * | code | means | core's answer |
 * |---|---|---|
 * | `UNAUTHORIZED` | key or password refused | a person; no retry |
 * | `FORBIDDEN` | known but not allowed | a person; no retry |
 * | `NOT_FOUND` | the requested thing is gone | next candidate |
 * | `RATE_LIMITED` | too many requests | wait `retryAfterMs`, else back off |
 * | `UNAVAILABLE` | dead, slow or 5xx | back off and retry |
 * | `BAD_RESPONSE` | answered something that is not the protocol | back off; shown to admins |
 * | `MISCONFIGURED` | settings cannot work | a person; no retry |
 * | `UNSUPPORTED` | this service or version cannot do that | next candidate, or a person |
 * | `ABORTED` | the call's signal fired | none |
 *
 * @since 1.0.0
 */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
  readonly code: IntegrationErrorCode;
  readonly retryAfterMs?: number;
  readonly blame?: string;
  readonly field?: string;
  /** @since 1.6.0 */
  readonly sentence?: PluginSentence;
  readonly [TAG] = true;

  constructor(code: IntegrationErrorCode, message: string, options: IntegrationErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    if (options.blame !== undefined) this.blame = options.blame;
    if (options.field !== undefined) this.field = options.field;
    if (options.sentence !== undefined) this.sentence = options.sentence;
  }
}

/**
 * Whether a value is an {@link IntegrationError}, even one from another copy of this package. Never use `instanceof`.
 *
 * @since 1.0.0
 */
export function isIntegrationError(error: unknown): error is IntegrationError {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as Record<symbol, unknown>)[TAG] === true &&
    (INTEGRATION_ERROR_CODES as readonly string[]).includes((error as { code?: string }).code ?? '')
  );
}
