import type { CheckDetail } from './remark.js';
import { isIntegrationError, type PluginQuantity, type PluginSentence, type PluginSentenceValue } from './integration-error.js';

/**
 * What a sentence is filled in with: text that no language changes, a number, a quantity, a list of names, or another error, which says its
 * own sentence. Another detail, since 1.8.0, says its own as well.
 *
 * @since 1.7.0
 */
export type GivenValue = string | number | PluginQuantity | readonly string[] | Error | CheckDetail;

/** @since 1.7.0 */
export type GivenValues = Readonly<Record<string, GivenValue>>;

const PLACEHOLDER = /\{(\w+)\}/g;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function bytesInEnglish(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const format = {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1,
  } as const;
  return new Intl.NumberFormat('en', format).format(value);
}

function inEnglish(value: GivenValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Error) return value.message;
  if (typeof value !== 'object') return String(value);
  if ('key' in value) return value.text;
  if ('bytes' in value) return bytesInEnglish(value.bytes);
  return Array.isArray(value) ? new Intl.ListFormat('en').format(value) : (value as { readonly at: string }).at;
}

function valueOf(value: GivenValue): PluginSentenceValue {
  if (value instanceof Error) return (isIntegrationError(value) ? value.sentence : undefined) ?? value.message;
  if (typeof value !== 'object' || !('key' in value)) return value;
  const { text: _, ...sentence } = value;
  return sentence;
}

/** The English of a message, filled in. What is not given stays a placeholder. */
export function filledIn(message: string, values: GivenValues): string {
  return message.replace(PLACEHOLDER, (placeholder, name: string) => inEnglish(values[name]) ?? placeholder);
}

/** A sentence as an answer or an error carries it. */
export function sentenceOf(key: string, values: GivenValues): PluginSentence {
  const filled = Object.entries(values).map(([name, value]) => [name, valueOf(value)] as const);
  return filled.length === 0 ? { key } : { key, values: Object.fromEntries(filled) };
}
