import type { IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** A remote answer. Everything but the envelope is optional, because nobody guarantees the shape. */
export type Remote = Readonly<Record<string, unknown>>;

/** A product of the store, as far as the plugin uses it. */
export type Product = Remote;

export function isRemote(value: unknown): value is Remote {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** More than any list of the services has. The rest is not read. */
const MOST_ENTRIES = 1_000;

/** The first objects of an array member; anything else is left out. */
export function objectsOf(value: unknown, most = MOST_ENTRIES): readonly Remote[] {
  return Array.isArray(value) ? value.slice(0, most).filter(isRemote) : [];
}

/** A trimmed text that is not empty. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A finite number, even if written as text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The envelope of a product list. @throws `BAD_RESPONSE` if it is not one */
export function parseProducts(body: unknown): { readonly products: readonly Product[]; readonly total?: number } {
  if (!isRemote(body) || !Array.isArray(body.products)) throw unexpected('no_products');
  const total = numberOf(body.total_results);
  return { products: objectsOf(body.products), ...(total === undefined ? {} : { total }) };
}

/** @throws `BAD_RESPONSE` when the member is not an object */
export function parseMember(body: unknown, member: string): Remote {
  const value = isRemote(body) ? body[member] : undefined;
  if (!isRemote(value)) throw unexpected('no_member', member);
  return value;
}

/** @throws `BAD_RESPONSE` when the member is not a list */
export function parseList(body: unknown, member: string): readonly Remote[] {
  const value = isRemote(body) ? body[member] : undefined;
  if (!Array.isArray(value)) throw unexpected('no_member_list', member);
  return objectsOf(value);
}

export function unexpected(key: 'no_products' | 'no_audnexus_item' | 'no_member' | 'no_member_list', member?: string): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', key, member === undefined ? {} : { values: { member } });
}
