import type { JsonValue } from '@lectern/plugin-api';
import type { SimulatorResponse } from '@lectern/simulators';
import { readFileSync } from 'node:fs';
import { readTorrents } from './schema.js';
import type { Torrent } from './schema.js';

interface Recorded {
  readonly response: {
    readonly status: number;
    readonly headers: Record<string, string | string[]>;
    readonly json?: JsonValue;
    readonly text?: string;
  };
}

/** A real qBittorrent's answer. @param name e.g. `v4.5.2-info-seeding` */
export function recorded(name: string): Recorded['response'] {
  const file = new URL(`./__fixtures__/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Recorded).response;
}

/** The same as a simulator's answer. */
export function replay(name: string): SimulatorResponse {
  const { status, headers, json, text } = recorded(name);
  return { status, headers, body: json === undefined ? (text ?? '') : JSON.stringify(json) };
}

/** The torrents a real qBittorrent listed. */
export function recordedTorrents(name: string): readonly Torrent[] {
  return readTorrents(recorded(name).json ?? null);
}
