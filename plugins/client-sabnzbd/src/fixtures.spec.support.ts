import type { JsonObject } from '@lectern/plugin-api';
import type { SimulatorResponse } from '@lectern/simulators';
import { readFileSync } from 'node:fs';

interface Recorded {
  readonly response: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly json?: JsonObject;
    readonly text?: string;
  };
}

/** A real SABnzbd's answer. @param name e.g. `v3.7.1-queue-downloading` */
function recorded(name: string): Recorded['response'] {
  const file = new URL(`./__fixtures__/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Recorded).response;
}

/** The JSON of a recorded answer. */
export function recordedJson(name: string): JsonObject {
  const { json } = recorded(name);
  if (!json) throw new Error(`${name} is no JSON`);
  return json;
}

/** The same as a simulator's answer. */
export function replay(name: string): SimulatorResponse {
  const { status, headers, json, text } = recorded(name);
  return { status, headers, body: json === undefined ? (text ?? '') : JSON.stringify(json) };
}
