import { startSimulator } from '@lectern/simulators';
import type { Simulator } from '@lectern/simulators';
import type { JsonObject, JsonValue } from '@lectern/plugin-api';
import { recordedResult } from './fixtures.spec.support.js';

/** A download of the stand-in; `place` says which list shows it. */
export interface StandInItem {
  readonly id: number;
  readonly filename: string;
  readonly category: string;
  readonly parameters: readonly string[];
  place: 'queue' | 'history' | 'hidden';
  status: string;
}

export interface StandIn {
  readonly server: Simulator;
  readonly items: StandInItem[];
}

function show({ id, filename, category, parameters, status }: StandInItem): JsonObject {
  const pairs = [];
  for (let i = 0; i + 1 < parameters.length; i += 2) pairs.push({ Name: parameters[i] ?? '', Value: parameters[i + 1] ?? '' });
  return {
    NZBID: id,
    Kind: 'NZB',
    NZBFilename: filename,
    NZBName: filename.replace(/\.nzb$/, ''),
    DestDir: `/data/dst/${category}/${filename}`,
    FinalDir: '',
    Category: category,
    Status: status,
    FileSizeLo: 1000,
    FileSizeHi: 0,
    RemainingSizeLo: 600,
    RemainingSizeHi: 0,
    PausedSizeLo: 0,
    Health: 1000,
    CriticalHealth: 900,
    Parameters: pairs,
  };
}

/** Downloads in memory behind the calls the plugin makes, as the contract describes them. */
export async function startStandIn(): Promise<StandIn> {
  const items: StandInItem[] = [];
  let count = 0;

  function append([filename, content, category, , , isPaused, , , , parameters]: readonly JsonValue[]): JsonValue {
    count += 1;
    const isNzb = Buffer.from(content as string, 'base64').includes('<segment');
    items.push({
      id: count,
      filename: filename as string,
      category: category as string,
      parameters: isNzb ? (parameters as string[]) : [],
      place: isNzb ? 'queue' : 'history',
      status: !isNzb ? 'FAILURE/SCAN' : isPaused ? 'PAUSED' : 'QUEUED',
    });
    return count;
  }

  function edit(params: readonly JsonValue[]): JsonValue {
    const [command, , ids] = params as [string, string, number[]];
    const place = command.startsWith('Group') ? 'queue' : 'history';
    const item = items.find((one) => one.place === place && one.id === ids[0]);
    if (!item) return false;
    if (command === 'GroupPause') item.status = 'PAUSED';
    if (command === 'GroupResume') item.status = 'QUEUED';
    if (command === 'HistoryDelete') item.place = 'hidden';
    if (command.endsWith('FinalDelete')) items.splice(items.indexOf(item), 1);
    return true;
  }

  function answer(method: string, params: readonly JsonValue[]): JsonValue | undefined {
    switch (method) {
      case 'version':
        return '24.3';
      case 'status':
      case 'config':
        return recordedResult(`v26.0-${method}`);
      case 'listgroups':
        return items.filter(({ place }) => place === 'queue').map(show);
      case 'history':
        return items.filter(({ place }) => place === 'history').map(show);
      case 'append':
        return params.length === 10 ? append(params) : undefined;
      case 'editqueue':
        return edit(params);
      default:
        return undefined;
    }
  }

  const server = await startSimulator(({ body }) => {
    const { method, params } = JSON.parse(body.toString()) as { method: string; params: JsonValue[] };
    const result = answer(method, params);
    const error = { name: 'JSONRPCError', code: 1, message: 'Invalid procedure' };
    return { body: { version: '1.1', id: 1, ...(result === undefined ? { error } : { result }) } };
  });
  return { server, items };
}
