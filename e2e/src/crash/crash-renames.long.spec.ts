import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { until } from '@lectern/testbed';
import { createPostgresDatabase, hasPostgres } from '@lectern/core/testing';
import { expect } from 'chai';
import { KILLS_WHILE_RENAMING } from './crash-kills.spec.support.js';
import { createCrashStage, untilAvailable, untilDead, type CrashStage } from './crash-scene.spec.support.js';

interface RenameView {
  readonly id: string;
  readonly state: string;
  readonly reason: object | null;
}

for (const dialect of ['sqlite', 'postgres'] as const) describeKills(dialect);

function describeKills(dialect: 'sqlite' | 'postgres'): void {
  describe(`a server that is killed while it renames a book, on ${dialect}`, () => {
    let stage: CrashStage;
    let database: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;
    let requestId: string;

    before(async function () {
      if (dialect === 'postgres') {
        if (!(await hasPostgres())) return this.skip();
        database = await createPostgresDatabase();
      }
      stage = await createCrashStage(database ? { databaseUrl: database.url } : {});
      requestId = await stage.ask(stage.nextScene().book);
      await untilAvailable(stage, requestId);
    });

    after(async () => {
      await stage?.close();
      await database?.drop();
    });

    /** Folders with audio, and working folders, below the library folder. */
    async function folders(): Promise<string[]> {
      const entries = await readdir(stage.world.libraryDir, { recursive: true, withFileTypes: true });
      const found = entries.filter(({ name }) => /\.(?:mp3|m4b)$/.test(name) || name.startsWith('.lectern-'));
      return found.map(({ parentPath }) => parentPath.slice(stage.world.libraryDir.length + 1)).sort();
    }

    async function untilState(id: string, state: string): Promise<void> {
      let last: RenameView | undefined;
      const isThere = async (): Promise<boolean> => {
        last = await stage.admin.api.call<RenameView>('GET', `/api/admin/renames/${id}`);
        return last.state === state;
      };
      await until(isThere, { everyMs: 25, what: state }).catch((error: unknown) => {
        throw new Error(`It stayed ${JSON.stringify(last)}\n${stage.server.output().slice(-3000)}`, { cause: error });
      });
    }

    /** A rename says that it is ready, or done, before its job ends; a kill at the end of that job would be the wrong one. */
    async function untilIdle(): Promise<void> {
      const isIdle = async (): Promise<boolean> => {
        const { items } = await stage.admin.api.call<{ items: { name: string; state: string }[] }>('GET', '/api/admin/jobs');
        return items.every(({ name, state }) => name !== 'library.rename' || (state !== 'running' && state !== 'queued'));
      };
      await until(isIdle, { everyMs: 25, what: 'the job to end' });
    }

    /** Lets the server die at a moment of what it is told to do, and starts it again. */
    async function dieAt(point: string, path: string): Promise<void> {
      await untilIdle();
      await stage.arm(point);
      const asked = stage.admin.api.call('POST', path).catch((error: unknown) => {
        // the answer is lost with the server
        if (!(error instanceof TypeError)) throw error;
      });
      await untilDead(stage);
      await asked;
      await stage.restart();
    }

    for (const [index, point] of KILLS_WHILE_RENAMING.entries()) {
      it(`finishes it, and undoing it, after a kill at “${point}”`, async () => {
        const before = await folders();
        const pathTemplate = `Shelf ${index}/{author}/{title}`;
        await stage.admin.api.call('PATCH', '/api/admin/settings', { library: { pathTemplate } });
        const { id } = await stage.admin.api.call<RenameView>('POST', '/api/admin/renames', { everything: true });
        await untilState(id, 'ready');

        await dieAt(point, `/api/admin/renames/${id}/start`);
        await untilState(id, 'done');

        const [folder = ''] = before;
        const moved = join(`Shelf ${index}`, 'Wilhelmina Ashgrove', basename(folder));
        expect(await folders()).to.deep.equal(before.map(() => moved));
        expect(before).to.have.length(stage.files);
        expect(await stage.statusOf(requestId)).to.equal('available');

        await dieAt(point, `/api/admin/renames/${id}/undo`);
        await untilState(id, 'undone');

        expect(await folders()).to.deep.equal(before);
        expect(await stage.statusOf(requestId)).to.equal('available');
      });
    }
  });
}
