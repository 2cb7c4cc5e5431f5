import { join } from 'node:path';
import type { DownloadStatus, HookPayloads } from '@lectern/plugin-api';
import type { DownloadRow } from './download-store.js';
import { readJson, type Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { lastImport } from './import-records.js';
import { TELL_HOOKS, type RequestHook } from './request-jobs.js';
import type { RequestReader } from './request-reader.js';
import type { RequestRow } from './request-record.js';

/** Dependencies of the job that calls hooks. */
export interface HooksJobDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'instances'> & { readonly hooks: Pick<PluginHost['hooks'], 'told'> };
  readonly requests: RequestReader;
}

interface Subject {
  readonly database: Database;
  readonly request: RequestRow;
  readonly detail: Readonly<Record<string, unknown>>;
}

type Extra<N extends RequestHook> = Omit<HookPayloads[N], 'request'>;
type Builders = { readonly [N in RequestHook]: (subject: Subject) => Promise<Extra<N>> | Extra<N> };

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function reasonOf({ request, detail }: Subject): { reason: string } {
  if (typeof detail['reason'] === 'string') return { reason: detail['reason'] };
  return { reason: request.reason === null ? '' : readJson(request.reason).message };
}

type FinishedRow = Pick<DownloadRow, 'itemId' | 'clientStatus' | 'downloadPath' | 'release'>;

/** The client's last answer, if it was stored; the client is not asked again. */
async function finishedDownload({ database, request, detail }: Subject): Promise<{ status: DownloadStatus }> {
  const row = await database.read.get<FinishedRow>(
    `SELECT item_id, client_status, download_path, release FROM download_history
     WHERE request_id = ? AND state IN ('completed', 'imported') ORDER BY updated_at DESC, id DESC LIMIT 1`,
    [request.id],
  );
  const release = readJson(row?.release);
  const bytes = typeof detail['bytes'] === 'number' ? detail['bytes'] : (release?.size ?? 0);
  return {
    status: {
      itemId: row?.itemId ?? '',
      state: 'completed',
      progress: 1,
      bytesDone: bytes,
      bytesTotal: bytes,
      downBps: 0,
      upBps: 0,
      ...(release === undefined ? {} : { name: release.title }),
      ...(row?.downloadPath ? { contentPath: row.downloadPath } : {}),
      raw: row?.clientStatus ?? '',
    },
  };
}

async function placedFiles({ database, request }: Subject): Promise<{ directory: string; files: string[] }> {
  const placed = await lastImport(database.read, request.id);
  if (!placed) return { directory: '', files: [] };
  const { directory, manifest } = placed;
  return { directory, files: manifest.files.map((file) => join(directory, file.path)) };
}

const BUILDERS: Builders = {
  'request.created': () => ({}),
  'request.approved': () => ({}),
  'request.denied': reasonOf,
  'request.available': () => ({}),
  'request.failed': reasonOf,
  'request.cancelled': () => ({}),
  'download.started': ({ detail }) => ({ release: text(detail['release']), client: text(detail['client']) }),
  'download.completed': finishedDownload,
  'download.failed': reasonOf,
  'import.completed': placedFiles,
  'import.failed': reasonOf,
};

async function told<N extends RequestHook>(
  deps: HooksJobDeps,
  hook: N,
  { requestId, detail = {} }: PayloadOf<typeof TELL_HOOKS>,
): Promise<void> {
  const request = await deps.requests.row(requestId);
  if (!request) return;
  const extra = await BUILDERS[hook]({ database: deps.database, request, detail });
  const payload = { request: await deps.requests.info(request), ...extra };
  await deps.host.hooks.told(hook, payload as HookPayloads[N]);
}

/**
 * Tells plugins of transitions, after the commit and outside of the work itself, so that a slow plugin delays nothing. Plugins see the
 * request in its state at that moment. A crash may tell them twice.
 */
export function hooksJob(deps: HooksJobDeps): JobDefinition {
  return TELL_HOOKS.handledBy({
    title: sentence('job.tell_plugins'),
    quiet: true,
    concurrency: 2,
    timeoutMs: 60_000,
    async run({ payload, log }) {
      if (!Object.hasOwn(BUILDERS, payload.hook)) {
        log.warn({ hook: payload.hook }, 'a request has no such hook');
        return;
      }
      // only what runs can listen
      if (deps.host.instances().some(({ state }) => state === 'running' || state === 'degraded')) await told(deps, payload.hook, payload);
    },
  });
}
