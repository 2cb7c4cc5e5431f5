import { isJsonObject, type IntegrationError, type JsonObject, type JsonValue } from '@lectern/plugin-api';
import { fault } from './fault.js';

interface Named {
  /** Reused after a restart if the highest entries were deleted. */
  readonly nzbId: number;
  readonly name: string;
  /** As uploaded; people cannot change it. */
  readonly filename: string;
  readonly category: string;
  readonly status: string;
  /** Post-processing parameters, ours among them. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Where the files are now. */
  readonly destDir: string;
  /** Where they go, or where a script moved them; often empty. */
  readonly finalDir: string;
  readonly bytes: number;
  /** Available articles, in parts per thousand. */
  readonly health: number;
  readonly criticalHealth: number;
}

/** A download that waits, runs or is post-processed. Sizes in bytes. */
export interface Group extends Named {
  readonly bytesLeft: number;
  /** The part of `bytesLeft` in paused files, such as repair data that may not be needed. */
  readonly bytesPaused: number;
  readonly activeDownloads: number;
}

/** A download that ended. */
export type HistoryItem = Named;

export interface ServerStatus {
  readonly isPaused: boolean;
  readonly isQuotaReached: boolean;
  readonly bytesPerSecond: number;
  /** Absent if NZBGet does not report it. */
  readonly bytesFree?: number;
  /** NZBGet's own clock, seconds since the epoch. */
  readonly time: number;
}

const MIB = 1024 ** 2;
const TWO_TO_32 = 2 ** 32;

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function number(value: JsonValue | undefined, fallback = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

type Malformed = 'queue_without_status' | 'history_without_status' | 'no_queue' | 'no_history' | 'no_status' | 'no_version' | 'no_settings';

function malformed(key: Malformed): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', key);
}

/**
 * A 64-bit size from its two halves, of which the lower one may be negative; from whole mebibytes if they are missing.
 */
export function bigNumber(holder: JsonObject, name: string): number {
  const low = holder[`${name}Lo`];
  if (typeof low !== 'number') return number(holder[`${name}MB`]) * MIB;
  return (number(holder[`${name}Hi`]) >>> 0) * TWO_TO_32 + (low >>> 0);
}

function parametersOf(value: JsonValue | undefined): ReadonlyMap<string, string> {
  const list = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return new Map(list.map((entry) => [text(entry.Name), text(entry.Value)]));
}

function readNamed(value: JsonValue, list: 'queue' | 'history'): { readonly holder: JsonObject; readonly named: Named } {
  if (!isJsonObject(value) || typeof value.NZBID !== 'number' || text(value.Status) === '') {
    throw malformed(`${list}_without_status`);
  }
  const named = {
    nzbId: value.NZBID,
    name: text(value.NZBName) || text(value.Name),
    filename: text(value.NZBFilename),
    category: text(value.Category),
    status: text(value.Status),
    parameters: parametersOf(value.Parameters),
    destDir: text(value.DestDir),
    finalDir: text(value.FinalDir),
    bytes: bigNumber(value, 'FileSize'),
    health: number(value.Health, 1000),
    criticalHealth: number(value.CriticalHealth),
  };
  return { holder: value, named };
}

/** Reads `listgroups`. */
export function readGroups(result: JsonValue): readonly Group[] {
  if (!Array.isArray(result)) throw malformed('no_queue');
  return result.map((entry) => {
    const { holder, named } = readNamed(entry, 'queue');
    return {
      ...named,
      bytesLeft: bigNumber(holder, 'RemainingSize'),
      bytesPaused: bigNumber(holder, 'PausedSize'),
      activeDownloads: number(holder.ActiveDownloads),
    };
  });
}

/** Reads `history`. */
export function readHistory(result: JsonValue): readonly HistoryItem[] {
  if (!Array.isArray(result)) throw malformed('no_history');
  return result.map((entry) => readNamed(entry, 'history').named);
}

/** Reads `status`. */
export function readServerStatus(result: JsonValue): ServerStatus {
  if (!isJsonObject(result)) throw malformed('no_status');
  const hasSpace = typeof result.FreeDiskSpaceLo === 'number' || typeof result.FreeDiskSpaceMB === 'number';
  return {
    isPaused: result.DownloadPaused === true,
    isQuotaReached: result.QuotaReached === true,
    // The halves came with 24.2.
    bytesPerSecond: typeof result.DownloadRateLo === 'number' ? bigNumber(result, 'DownloadRate') : number(result.DownloadRate),
    ...(hasSpace ? { bytesFree: bigNumber(result, 'FreeDiskSpace') } : {}),
    time: number(result.ServerTime),
  };
}

export function readVersion(result: JsonValue): string {
  if (text(result) === '') throw malformed('no_version');
  return text(result);
}

/** The id that `append` returned; 0 if it was refused. */
export function readAppended(result: JsonValue): number {
  return typeof result === 'number' && result > 0 ? result : 0;
}

/** Errors since a time by NZBGet's clock, newest last, from `log`. */
export function readTroubles(result: JsonValue, since: number): readonly string[] {
  const entries = Array.isArray(result) ? result.filter(isJsonObject) : [];
  const troubles = entries.filter(({ Kind, Time }) => (Kind === 'ERROR' || Kind === 'WARNING') && number(Time) >= since);
  return troubles.map((entry) => text(entry.Text).replace(/\s+/g, ' '));
}

/** References resolved per option, because options that refer to each other could grow endlessly. */
const MOST_REFERENCES = 10;
/** Longer values are not paths, and are not inserted into others. */
const LONGEST_REFERRED = 1_000;

/** Options by lower-case name, from `config`, with `${Other}` resolved in their values. */
export function readOptions(result: JsonValue): ReadonlyMap<string, string> {
  if (!Array.isArray(result)) throw malformed('no_settings');
  const raw = new Map(result.filter(isJsonObject).map((entry) => [text(entry.Name).toLowerCase(), text(entry.Value)]));
  const filled = (option: string): string => {
    let left = MOST_REFERENCES;
    const fill = (value: string, depth: number): string =>
      depth === 0
        ? value
        : value.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => {
            const other = raw.get(name.toLowerCase());
            if (other === undefined || other.length > LONGEST_REFERRED || left === 0) return whole;
            left -= 1;
            return fill(other, depth - 1);
          });
    return fill(option, 4);
  };
  return new Map([...raw].map(([name, value]) => [name, filled(value)]));
}
