import { isJsonObject, type JsonObject, type JsonValue } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** Fields requested from `torrent-get` for a status. */
export const TORRENT_FIELDS = [
  'hashString',
  'name',
  'status',
  'error',
  'errorString',
  'percentDone',
  'metadataPercentComplete',
  'recheckProgress',
  'leftUntilDone',
  'sizeWhenDone',
  'haveValid',
  'rateDownload',
  'rateUpload',
  'eta',
  'downloadDir',
  'labels',
  'isFinished',
  'isStalled',
  'uploadRatio',
  'secondsSeeding',
  'addedDate',
  'startDate',
  'activityDate',
] as const;

/** A torrent in `torrent-get`. Sizes in bytes, rates in bytes per second, dates in seconds since the epoch. */
export interface Torrent {
  /** v1 info hash, lower-case hex. */
  readonly hashString: string;
  readonly name: string;
  /** 0 stopped, 1 waiting for check, 2 checking, 3 waiting for download, 4 downloading, 5 waiting for seeding, 6 seeding. */
  readonly status: number;
  /** 0 none, 1 tracker warning, 2 tracker error, 3 local error. */
  readonly error: number;
  readonly errorString: string;
  readonly percentDone: number;
  readonly metadataPercentComplete: number;
  readonly recheckProgress: number;
  readonly leftUntilDone: number;
  readonly sizeWhenDone: number;
  readonly rateDownload: number;
  readonly rateUpload: number;
  /** Seconds; −1 and −2 mean unknown. */
  readonly eta: number;
  readonly downloadDir: string;
  readonly labels: readonly string[];
  /** A seeding limit ended it. */
  readonly isFinished: boolean;
  readonly isStalled: boolean;
  /** −1: none yet. */
  readonly uploadRatio: number;
  readonly secondsSeeding: number;
  readonly addedDate: number;
  readonly startDate: number;
  readonly activityDate: number;
}

function number(value: JsonValue | undefined, fallback = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function readTorrent(value: JsonValue): Torrent {
  if (!isJsonObject(value) || text(value.hashString) === '' || typeof value.status !== 'number') {
    throw fault('INTEGRATION_BAD_RESPONSE', 'torrent_without_status');
  }
  return {
    hashString: text(value.hashString).toLowerCase(),
    name: text(value.name),
    status: value.status,
    error: number(value.error),
    errorString: text(value.errorString),
    percentDone: number(value.percentDone),
    metadataPercentComplete: number(value.metadataPercentComplete, 1),
    recheckProgress: number(value.recheckProgress),
    leftUntilDone: number(value.leftUntilDone),
    sizeWhenDone: number(value.sizeWhenDone),
    rateDownload: number(value.rateDownload),
    rateUpload: number(value.rateUpload),
    eta: number(value.eta, -1),
    downloadDir: text(value.downloadDir),
    labels: Array.isArray(value.labels) ? value.labels.filter((label) => typeof label === 'string') : [],
    isFinished: value.isFinished === true,
    isStalled: value.isStalled === true,
    uploadRatio: number(value.uploadRatio, -1),
    secondsSeeding: number(value.secondsSeeding),
    addedDate: number(value.addedDate),
    startDate: number(value.startDate),
    activityDate: number(value.activityDate),
  };
}

function listOf(data: JsonObject): readonly JsonValue[] {
  if (!Array.isArray(data.torrents)) throw fault('INTEGRATION_BAD_RESPONSE', 'no_list_of_torrents');
  return data.torrents;
}

export function readTorrents(data: JsonObject): readonly Torrent[] {
  return listOf(data).map(readTorrent);
}

/** Files of the first torrent in the answer; names start with the torrent's own folder, if it has one. */
export function readFiles(data: JsonObject): readonly { path: string; size: number }[] {
  const first = listOf(data)[0];
  const files = isJsonObject(first) && Array.isArray(first.files) ? first.files : [];
  return files.flatMap((file) => (isJsonObject(file) ? [{ path: text(file.name), size: number(file.length) }] : []));
}

/** The answer of `torrent-add`: the hash, and whether the torrent was already there. */
export function readAdded(data: JsonObject): { hash: string; isDuplicate: boolean } {
  const added = isJsonObject(data.torrentAdded) ? data.torrentAdded : undefined;
  const duplicate = isJsonObject(data.torrentDuplicate) ? data.torrentDuplicate : undefined;
  const hash = text((added ?? duplicate)?.hashString).toLowerCase();
  if (hash === '') throw fault('INTEGRATION_BAD_RESPONSE', 'torrent_not_named');
  return { hash, isDuplicate: added === undefined };
}

/** The parts of `session-get` that matter here. */
export interface Session {
  /** For example `3.00`. */
  readonly version: string;
  readonly downloadDir: string;
}

export function readSession(data: JsonObject): Session {
  const version = text(data.version).split(' ')[0] ?? '';
  if (version === '') throw fault('INTEGRATION_BAD_RESPONSE', 'no_version');
  return { version, downloadDir: text(data.downloadDir) };
}

/** Bytes; `undefined` if the folder does not exist. */
export function readFreeSpace(data: JsonObject): number | undefined {
  const bytes = number(data.sizeBytes, -1);
  return bytes < 0 ? undefined : bytes;
}
