import { isJsonObject, type JsonValue } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** A torrent in `torrents/info`. Sizes in bytes, rates in bytes per second. */
export interface Torrent {
  /** Its id: the v1 info hash, or the first 40 digits of the v2 hash of hybrid and v2 torrents. */
  readonly hash: string;
  /** Empty if it has none. */
  readonly infoHashV1: string;
  readonly infoHashV2: string;
  readonly name: string;
  readonly state: string;
  /** Empty if it has none. */
  readonly category: string;
  /** Its category decides where its files are. */
  readonly isAutomatic: boolean;
  readonly tags: readonly string[];
  /** 0 to 1. */
  readonly progress: number;
  /** Wanted bytes. */
  readonly size: number;
  readonly amountLeft: number;
  readonly downBps: number;
  readonly upBps: number;
  /** Seconds; 8640000 means unknown. */
  readonly eta: number;
  readonly ratio: number;
  readonly seedingSeconds: number;
  readonly savePath: string;
  readonly contentPath: string;
}

function number(value: JsonValue | undefined, fallback = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function readTorrent(value: JsonValue): Torrent {
  if (!isJsonObject(value) || text(value.hash) === '' || text(value.state) === '') {
    throw fault('INTEGRATION_BAD_RESPONSE', 'torrent_without_state');
  }
  return {
    hash: text(value.hash).toLowerCase(),
    infoHashV1: text(value.infohash_v1).toLowerCase(),
    infoHashV2: text(value.infohash_v2).toLowerCase(),
    name: text(value.name),
    state: text(value.state),
    category: text(value.category),
    isAutomatic: value.auto_tmm === true,
    tags: text(value.tags)
      .split(',')
      .flatMap((tag) => tag.trim() || []),
    progress: number(value.progress),
    size: number(value.size),
    amountLeft: number(value.amount_left),
    downBps: number(value.dlspeed),
    upBps: number(value.upspeed),
    eta: number(value.eta, -1),
    ratio: number(value.ratio, -1),
    seedingSeconds: number(value.seeding_time),
    savePath: text(value.save_path),
    contentPath: text(value.content_path),
  };
}

export function readTorrents(answer: JsonValue): readonly Torrent[] {
  if (!Array.isArray(answer)) throw fault('INTEGRATION_BAD_RESPONSE', 'no_list_of_torrents');
  return answer.map(readTorrent);
}

/** Wanted files; names start with the torrent's own folder, if it has one. */
export function readFiles(answer: JsonValue): readonly { path: string; size: number }[] {
  if (!Array.isArray(answer)) throw fault('INTEGRATION_BAD_RESPONSE', 'no_list_of_files');
  return answer.flatMap((file) => {
    if (!isJsonObject(file) || number(file.priority, 1) === 0) return [];
    return [{ path: text(file.name).replace(/\\/g, '/'), size: number(file.size) }];
  });
}

/** The action when a torrent reaches its share limit. */
export type ShareLimitAction = 'stop' | 'remove' | 'remove-with-files' | 'super-seed';

const SHARE_LIMIT_ACTIONS: Readonly<Record<number, ShareLimitAction>> = { 0: 'stop', 1: 'remove', 2: 'super-seed', 3: 'remove-with-files' };

export interface Preferences {
  readonly savePath: string;
  readonly shareLimitAction: ShareLimitAction;
  /** New torrents are managed automatically. */
  readonly isAutomatic: boolean;
}

export function readPreferences(answer: JsonValue): Preferences {
  if (!isJsonObject(answer)) throw fault('INTEGRATION_BAD_RESPONSE', 'no_preferences');
  return {
    savePath: text(answer.save_path),
    shareLimitAction: SHARE_LIMIT_ACTIONS[number(answer.max_ratio_act)] ?? 'stop',
    isAutomatic: answer.auto_tmm_enabled === true,
  };
}

/** Bytes free in the default folder, from `sync/maindata`; `undefined` if not reported. */
export function readFreeSpace(answer: JsonValue): number | undefined {
  const state = isJsonObject(answer) ? answer.server_state : undefined;
  const bytes = isJsonObject(state) ? number(state.free_space_on_disk, -1) : -1;
  return bytes < 0 ? undefined : bytes;
}
