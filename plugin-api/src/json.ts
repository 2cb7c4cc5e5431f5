/** Any value that survives `JSON.stringify` and back. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/**
 * Whether what a service sent, as JSON, is an object: neither a list nor `null`.
 *
 * @since 1.9.0
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
