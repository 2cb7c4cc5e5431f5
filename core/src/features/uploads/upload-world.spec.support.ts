import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHttp, type TestAnswer, type TestClient, type TestHttp } from '../auth/test-http.js';
import { lifecycle } from '../lifecycle/feature.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { uploads as feature } from './feature.js';
import { FINISH_UPLOAD } from './finish-job.js';
import { adminUploadRoutes } from './admin-routes.js';
import { createForeignUploads } from './foreign-uploads.js';
import { forgetUploads } from './forget-uploads.js';
import { uploadRoutes } from './routes.js';
import { createUploadFolders } from './upload-folders.js';
import type { UploadDependencies } from './begin-upload.js';
import { createUploadService, type UploadView } from './upload-service.js';

export interface UploadAnswer {
  readonly code?: string;
  readonly detail?: string;
  readonly received?: number;
  readonly upload: UploadView;
  readonly uploads: readonly UploadView[];
}

/** A server with the routes of uploads, a data folder, and Paul, who may choose releases and has a request. */
export async function createUploadWorld(dialect: 'sqlite' | 'postgres', options: { readonly dataDir?: string } = {}) {
  const world: RequestWorld = await createRequestWorld(dialect);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lectern-uploads-')));
  world.jobs.define({ name: FINISH_UPLOAD.name, title: FINISH_UPLOAD.name, run: async () => undefined });
  const folders = createUploadFolders(dataDir);
  const clock = { ahead: 0 };
  const limits = { uploadQuotaGb: 20, uploadPersonGb: 20 };
  const { audit, database, jobs, requests } = world;
  const settings = {
    async get() {
      const all = await world.settings.get();
      return { ...all, library: { ...all.library, ...limits } };
    },
  } satisfies UploadDependencies['settings'];
  const now = () => new Date(world.now().getTime() + clock.ahead);
  const uploads = createUploadService({ database, jobs, requests, settings, folders, now });
  const http: TestHttp = await startTestHttp({
    database,
    owning: [lifecycle, feature],
    routes: [...uploadRoutes(uploads), ...adminUploadRoutes(createForeignUploads({ audit, database, folders, settings }))],
  });

  async function member(name: string, permissions: { interactiveSearch?: boolean }): Promise<TestClient> {
    const client = await http.as(name);
    await http.people.users.update(await idOf(name), { permissions }, { name: 'spec' });
    return client;
  }
  async function idOf(name: string): Promise<string> {
    return (await http.people.users.findByUsername(name))?.id ?? '';
  }
  const paul = await member('paul', { interactiveSearch: true });
  const requestId = await world.addRequest({ user: await idOf('paul'), status: 'awaiting_search' });

  return {
    ...world,
    dataDir,
    folders,
    clock,
    limits,
    uploads,
    forget: () => forgetUploads({ database, folders, now }),
    uploadSettings: settings,
    http,
    paul,
    requestId,
    member,
    idOf,
    begin: (files: readonly { name: string; size: number }[], client = paul, id = requestId): Promise<TestAnswer<UploadAnswer>> =>
      client.post<UploadAnswer>(`/api/requests/${id}/uploads`, { files }),
    async put(id: string, position: number, offset: number, bytes: Buffer | string, client = paul) {
      const answer = await client.fetch(`/api/uploads/${id}/files?position=${position}&offset=${offset}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(Buffer.from(bytes)),
      });
      return { status: answer.status, body: (await answer.json()) as UploadAnswer };
    },
    view: (id: string, client = paul) => client.get<UploadAnswer>(`/api/uploads/${id}`),
    async dispose() {
      await http.stop();
      await world.remove();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type UploadWorld = Awaited<ReturnType<typeof createUploadWorld>>;
