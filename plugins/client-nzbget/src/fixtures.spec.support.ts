import type { JsonValue } from '@lectern/plugin-api';
import type { SimulatorResponse } from '@lectern/simulators';
import { readFileSync } from 'node:fs';

interface Recorded {
  readonly response: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly json?: { readonly result?: JsonValue };
    readonly text?: string;
  };
}

/** A real NZBGet's answer. @param name e.g. `v21.0-listgroups-paused` */
function recorded(name: string): Recorded['response'] {
  const file = new URL(`./__fixtures__/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Recorded).response;
}

/** The `result` of a recorded answer. */
export function recordedResult(name: string): JsonValue {
  const { json } = recorded(name);
  if (json?.result === undefined) throw new Error(`${name} has no result`);
  return json.result;
}

/** The same as a simulator's answer. */
export function replay(name: string): SimulatorResponse {
  const { status, headers, json, text } = recorded(name);
  return { status, headers, body: json === undefined ? (text ?? '') : JSON.stringify(json) };
}
