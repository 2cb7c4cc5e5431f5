import { isJsonObject, type IntegrationError, type JsonObject, type JsonValue } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** A job that waits or downloads. Sizes in bytes. */
export interface QueueSlot {
  readonly id: string;
  readonly name: string;
  /** `*` is the default one. */
  readonly category: string;
  readonly status: string;
  readonly labels: readonly string[];
  readonly bytes: number;
  readonly bytesLeft: number;
  /** 0 if unknown. */
  readonly secondsLeft: number;
}

export interface Queue {
  /** Everything is paused. */
  readonly isPaused: boolean;
  readonly bytesPerSecond: number;
  /** Free bytes in the folder of finished downloads; absent if not reported. */
  readonly bytesFree?: number;
  /** In the order in which SABnzbd works on them. */
  readonly slots: readonly QueueSlot[];
}

/** A job that was downloaded: in post-processing, finished or failed. */
export interface HistorySlot {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly status: string;
  /** The finished folder, or the file if it is the only one; empty until it is in place. */
  readonly storage: string;
  readonly failMessage: string;
  readonly bytes: number;
  /** Post-processing is still working on it. */
  readonly isLoaded: boolean;
  /** It is out of sight, and still counts as a duplicate. Never before 4.3. */
  readonly isArchived: boolean;
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** SABnzbd writes most numbers as text. */
function number(value: JsonValue | undefined): number {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : 0;
}

/** Some options are a number in one version and text in another. */
function scalar(value: JsonValue | undefined): string {
  return typeof value === 'number' ? String(value) : text(value);
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

type Malformed =
  'queue_without_status' | 'history_without_status' | 'no_queue' | 'no_history' | 'no_version' | 'no_categories' | 'no_settings';

function malformed(key: Malformed): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', key);
}

/** `1:02:03`, preceded by days from one day on. */
function seconds(value: JsonValue | undefined): number {
  const parts = text(value).split(':').map(Number);
  if (parts.length < 3 || parts.some((part) => !Number.isFinite(part))) return 0;
  const [s = 0, m = 0, h = 0, d = 0] = parts.reverse();
  return ((d * 24 + h) * 60 + m) * 60 + s;
}

function slotsOf(answer: JsonObject, part: 'queue' | 'history'): { readonly holder: JsonObject; readonly slots: readonly JsonObject[] } {
  const holder = answer[part];
  if (!isJsonObject(holder) || !Array.isArray(holder.slots)) throw malformed(`no_${part}`);
  const slots = holder.slots.map((slot) => {
    if (!isJsonObject(slot) || text(slot.nzo_id) === '' || text(slot.status) === '') throw malformed(`${part}_without_status`);
    return slot;
  });
  return { holder, slots };
}

export function readQueue(answer: JsonObject): Queue {
  const { holder, slots } = slotsOf(answer, 'queue');
  return {
    isPaused: holder.paused === true,
    bytesPerSecond: Math.round(number(holder.kbpersec) * 1024),
    ...(text(holder.diskspace2) === '' ? {} : { bytesFree: number(holder.diskspace2) * GIB }),
    slots: slots.map((slot) => ({
      id: text(slot.nzo_id),
      name: text(slot.filename),
      category: text(slot.cat) || '*',
      status: text(slot.status),
      labels: texts(slot.labels),
      bytes: Math.round(number(slot.mb) * MIB),
      bytesLeft: Math.round(number(slot.mbleft) * MIB),
      secondsLeft: seconds(slot.timeleft),
    })),
  };
}

export function readHistory(answer: JsonObject): readonly HistorySlot[] {
  return slotsOf(answer, 'history').slots.map((slot) => ({
    id: text(slot.nzo_id),
    name: text(slot.name),
    category: text(slot.category) || '*',
    status: text(slot.status),
    storage: text(slot.storage),
    failMessage: text(slot.fail_message),
    bytes: number(slot.bytes),
    isLoaded: slot.loaded === true,
    isArchived: slot.archive === true,
  }));
}

/** Ids of the jobs created by an upload; empty if it was refused. */
export function readAddedIds(answer: JsonObject): readonly string[] {
  return answer.status === true ? texts(answer.nzo_ids).filter((id) => id !== '') : [];
}

export function readVersion(answer: JsonObject): string {
  if (text(answer.version) === '') throw malformed('no_version');
  return text(answer.version);
}

/** Names from `get_cats`, including `*`. */
export function readCategoryNames(answer: JsonObject): readonly string[] {
  if (!Array.isArray(answer.categories)) throw malformed('no_categories');
  return texts(answer.categories);
}

export interface Category {
  readonly name: string;
  /** Relative to the folder of finished downloads unless absolute. */
  readonly dir: string;
  /** 0 download, 1 repair, 2 unpack, 3 delete archives; empty: as the default category. */
  readonly processing: string;
}

export function readCategories(answer: JsonObject): readonly Category[] {
  const list = isJsonObject(answer.config) ? answer.config.categories : undefined;
  if (!Array.isArray(list)) throw malformed('no_categories');
  return list.filter(isJsonObject).map((entry) => ({ name: text(entry.name), dir: text(entry.dir), processing: scalar(entry.pp) }));
}

export interface Options {
  readonly completeDir: string;
  /** 0 allow, 1 discard, 2 pause, 3 fail, 4 tag. */
  readonly duplicates: number;
  /** Whether history entries are deleted automatically. */
  readonly forgets: boolean;
}

export function readOptions(answer: JsonObject): Options {
  const misc = isJsonObject(answer.config) ? answer.config.misc : undefined;
  if (!isJsonObject(misc)) throw malformed('no_settings');
  // From 4.3 the first decides; before that only the second existed, "0" and "" meaning everything is kept.
  const option = text(misc.history_retention_option);
  const older = scalar(misc.history_retention);
  return {
    completeDir: text(misc.complete_dir),
    duplicates: number(misc.no_dupes),
    forgets: option === '' ? older !== '' && older !== '0' : option !== 'all',
  };
}

/** Errors of the news servers, e.g. `news.example: Failed login for server …`. */
export function readServerErrors(answer: JsonObject): readonly string[] {
  const servers = isJsonObject(answer.status) && Array.isArray(answer.status.servers) ? answer.status.servers : [];
  return servers.filter(isJsonObject).flatMap((server) => {
    const error = text(server.servererror).replace(/\s+/g, ' ').trim();
    return error === '' ? [] : [`${text(server.servername)}: ${error}`];
  });
}

/** Texts of warnings, oldest first. */
export function readWarnings(answer: JsonObject): readonly string[] {
  return Array.isArray(answer.warnings) ? answer.warnings.filter(isJsonObject).map((warning) => text(warning.text)) : [];
}
