import type { SimulatorResponse } from '@lectern/demo';
import { readFileSync } from 'node:fs';

/** A recorded answer; those in XML are bodies alone. */
export function recorded(name: string): SimulatorResponse {
  const text = readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8');
  if (name.endsWith('.xml')) return { headers: { 'content-type': 'text/xml;charset=utf-8' }, body: text };
  const { status, headers, body } = (
    JSON.parse(text) as { response: { status: number; headers: Record<string, string>; body: object | string } }
  ).response;
  return { status, body, headers: { 'content-type': headers['content-type'] ?? 'application/json' } };
}
