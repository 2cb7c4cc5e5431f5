import { IntegrationError } from '@lectern/plugin-api';

/** Read the service's answers: strict about the members in use, tolerant about the rest. */
function bad(what: string): never {
  throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `The service sent ${what} in a form this plugin does not know.`);
}

export function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : bad(what);
}

export function readList(value: unknown, what: string): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((entry) => readObject(entry, what)) : bad(what);
}

export function readText(value: unknown, what: string): string {
  return typeof value === 'string' && value !== '' ? value : bad(what);
}

export function readNumber(value: unknown, what: string): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : bad(what);
}

export function readTexts(value: unknown, what: string): readonly string[] {
  return Array.isArray(value) ? value.map((entry) => readText(entry, what)) : bad(what);
}
