import { startSimulator } from '@lectern/simulators';
import type { Simulator } from '@lectern/simulators';
import type { JsonObject } from '@lectern/plugin-api';
import { fieldsOf } from './api-fields.spec.support.js';
import type { Fields } from './api-fields.spec.support.js';
import { recordedJson } from './fixtures.spec.support.js';

/** A job of the stand-in; `place` says which list shows it. */
export interface StandInJob {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  place: 'queue' | 'nowhere' | 'history' | 'archive';
  status: string;
  left: number;
  storage: string;
  failMessage: string;
}

export interface StandIn {
  readonly server: Simulator;
  readonly jobs: StandInJob[];
  /** Number of accepted uploads. */
  uploads(): number;
}

function queueSlot({ id, name, category, status, left }: StandInJob): JsonObject {
  return { nzo_id: id, filename: name, cat: category, status, labels: [], mb: '100.00', mbleft: left.toFixed(2), timeleft: '0:00:00' };
}

function historySlot({ id, name, category, status, storage, failMessage, place }: StandInJob): JsonObject {
  return {
    nzo_id: id,
    name,
    category,
    status,
    storage,
    fail_message: failMessage,
    bytes: 104_857_600,
    loaded: false,
    archive: place === 'archive',
  };
}

function isAsked({ nzo_ids: ids, search, category }: Fields, job: StandInJob): boolean {
  if (ids && !ids.split(',').includes(job.id)) return false;
  if (search && !job.name.includes(search)) return false;
  return !category || job.category === category;
}

/** Simulates jobs in memory, as the contract describes them, with one additional category. */
export async function startStandIn(): Promise<StandIn> {
  const jobs: StandInJob[] = [];
  let count = 0;

  function order(fields: Fields, place: StandInJob['place']): JsonObject {
    const job = jobs.find(({ id }) => id === fields.value);
    const isThere = job?.place === place || (job?.place === 'archive' && place === 'history');
    if (job && fields.name === 'delete' && isThere) {
      if (fields.archive === '1') job.place = 'archive';
      else jobs.splice(jobs.indexOf(job), 1);
    }
    if (job && fields.name === 'pause') job.status = 'Paused';
    if (job && fields.name === 'resume') job.status = 'Downloading';
    return { status: true, nzo_ids: job ? [job.id] : [] };
  }

  function list(fields: Fields, place: StandInJob['place']): JsonObject[] {
    const limit = Number(fields.limit ?? 10);
    const found = jobs.filter((job) => job.place === place && isAsked(fields, job)).slice(0, limit);
    return found.map(place === 'queue' ? queueSlot : historySlot);
  }

  function add(fields: Fields): JsonObject {
    if (!fields.filename?.endsWith('.nzb') || !fields.content?.includes('<segment')) return { status: false, nzo_ids: [] };
    // An archived job is a duplicate, and duplicates are discarded.
    if (jobs.some((job) => job.place === 'archive' && job.name === fields.nzbname)) return { status: false, nzo_ids: [] };
    count += 1;
    const status = fields.priority === '-2' ? 'Paused' : 'Downloading';
    const id = `SABnzbd_nzo_${count}`;
    const { nzbname: name = '', cat: category = '*' } = fields;
    jobs.push({ id, name, category, place: 'queue', status, left: 60, storage: '', failMessage: '' });
    return { status: true, nzo_ids: [id] };
  }

  function answer(fields: Fields): JsonObject {
    switch (fields.mode) {
      case 'queue':
        return fields.name ? order(fields, 'queue') : { queue: { paused: false, kbpersec: '0.00', slots: list(fields, 'queue') } };
      case 'history':
        return fields.name
          ? order(fields, 'history')
          : { history: { slots: list(fields, fields.archive === '1' ? 'archive' : 'history') } };
      case 'addfile':
        return add(fields);
      case 'get_cats':
        return { categories: ['*', 'audiobooks', 'lectern', 'somebody-else'] };
      case 'get_config':
        return recordedJson(`v3.7.1-get-config-${fields.section ?? ''}`);
      case 'version':
        return { version: '5.1.3' };
      case 'warnings':
        return { warnings: [] };
      default:
        return { status: false, error: 'not implemented' };
    }
  }

  const server = await startSimulator((request) => (request.path === '/api' ? { body: answer(fieldsOf(request)) } : undefined));
  return { server, jobs, uploads: () => count };
}
