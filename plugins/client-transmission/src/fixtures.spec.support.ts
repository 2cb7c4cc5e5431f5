import type { JsonValue } from '@lectern/plugin-api';
import type { SimulatorResponse } from '@lectern/simulators';
import { readFileSync } from 'node:fs';
import { legacyDialect } from './dialect.js';
import { readTorrents } from './schema.js';
import type { Torrent } from './schema.js';

interface Recorded {
  readonly response: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly json?: JsonValue;
    readonly text?: string;
  };
}

/** A real daemon's answer. @param name e.g. `v3.00-get-seeding` */
export function recorded(name: string): Recorded['response'] {
  const file = new URL(`./__fixtures__/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Recorded).response;
}

/** The same as a simulator's answer. */
export function replay(name: string): SimulatorResponse {
  const { status, headers, json, text } = recorded(name);
  return { status, headers, body: json === undefined ? (text ?? '') : JSON.stringify(json) };
}

/** The torrents a real daemon listed. */
export function recordedTorrents(name: string): readonly Torrent[] {
  const reply = legacyDialect.decode(recorded(name).json ?? null);
  return readTorrents(reply?.data ?? {});
}
