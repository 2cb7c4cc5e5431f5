import { randomUUID } from 'node:crypto';
import type { RunningApp } from '@lectern/core';
import { countProcessorMs } from '@lectern/testbed';

/** An endpoint, as the server declares it. */
export type WalkedRoute = RunningApp['routes'][number];

/** A server's answer. Streams are cut after their head. */
export interface WalkAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The code of a problem. */
  readonly code: string | undefined;
  /** Milliseconds of processor time that this process, the server in it, spent meanwhile; 0 in the short run. */
  readonly cost: number;
}

export const SAFE_METHODS = ['GET', 'HEAD'];

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function sampleText({ format, pattern, minLength = 1 }: Schema): string {
  if (format === 'uuid') return randomUUID();
  if (pattern?.includes('{10}')) return 'B0WALK0001';
  return 'x'.repeat(Math.max(1, minLength));
}

/** The smallest value a schema takes: required members only. */
export function sample(given: unknown): unknown {
  const schema = given as Schema;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0]);
  switch (schema.type) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items));
    default:
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]));
  }
}

/** The query a route needs at least, with `?`. */
export function sampleQuery(route: WalkedRoute): string {
  const query: Schema | undefined = route.query;
  if (!query) return '';
  const needed = (query.required ?? []).filter((name) => query.properties?.[name]?.default === undefined);
  const pairs = needed.map((name): [string, string] => [name, String(sample(query.properties?.[name]))]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** The resource a path speaks of: everything up to its parameter. `undefined` for a path without one. */
export function resourceOf(path: string): string | undefined {
  return /^.*?\{\w+\}/.exec(path)?.[0];
}

/** Parameters after the first name things that there are not. */
export function fillPath(path: string, value: string): string {
  return path.replace(/\{\w+\}/, () => value).replace(/\{\w+\}/g, () => randomUUID());
}

function codeOf(type: string, text: string): string | undefined {
  if (!type.includes('problem+json') || text === '') return undefined;
  const { code } = JSON.parse(text) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Sends one request and reads the answer, but not a stream of events. */
export async function send(url: string, init: RequestInit & { readonly timeoutMs?: number } = {}): Promise<WalkAnswer> {
  const { timeoutMs = 10_000, ...rest } = init;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error(`no answer to ${rest.method ?? 'GET'} ${url} in ${timeoutMs} ms`)), timeoutMs);
  const spent = countProcessorMs();
  try {
    const response = await fetch(url, { redirect: 'manual', ...rest, signal: abort.signal });
    const type = response.headers.get('content-type') ?? '';
    const text = type.includes('event-stream') ? '' : await response.text();
    const code = codeOf(type, text);
    return { status: response.status, headers: response.headers, text, code, cost: spent() };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/** A request with a JSON body. */
export function json(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
