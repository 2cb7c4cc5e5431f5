import { expect } from 'chai';
import pino from 'pino';
import { buildApp, type BuiltApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import { createEmbeddedJobQueue } from '../platform/jobs/embedded-job-queue.js';
import type { JobDefinition, JobQueue, JobRequest } from '../platform/jobs/job-queue.js';
import { mountSmallDisk, type SmallDisk } from '../platform/testing/test-small-disk.js';
import { BY_THE_CLOCK, REQUESTS } from './known-jobs.spec.support.js';

const PATIENCE_MS = 60_000;

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** One of each kind. */
const EACH_KIND: readonly JobRequest[] = [
  ...new Map<string, JobRequest>([
    ...REQUESTS.map(([request]) => [request.name, request] as const),
    ...BY_THE_CLOCK.map((name) => [name, { name }] as const),
  ]).values(),
];

describe('jobs of every kind that end while the disk is full', () => {
  let disk: SmallDisk | undefined;
  let app: BuiltApp;
  let jobs: JobQueue;
  const lines: string[] = [];

  before(async function () {
    disk = await mountSmallDisk(24);
    if (!disk) return this.skip();
    const build = () => buildApp(loadConfig({ LECTERN_DATA: disk?.dir, LECTERN_LOG_LEVEL: 'silent' }));
    // migrations leave a long log behind, in which writes find room on a full disk until the database is opened again
    await (await build()).close();
    app = await build();
    jobs = createEmbeddedJobQueue({
      database: app.services.database,
      log: pino({ level: 'info' }, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) }),
      exclusive: true,
      pollMs: 50,
      leaseMs: 1_000,
      timeScale: 0,
    });
  });
  after(async () => {
    await jobs?.stop();
    await app?.close();
    await disk?.dispose();
  });

  /** Handlers whose first run waits until those of all kinds have begun, and the disk is full. */
  function gated(definitions: readonly JobDefinition[]): { readonly gated: JobDefinition[]; readonly ended: Set<string> } {
    const begun = new Set<string>();
    const ended = new Set<string>();
    let filling: Promise<void> | undefined;
    let open: () => void;
    const isFull = new Promise<void>((resolve) => (open = resolve));
    const first = async (name: string): Promise<void> => {
      begun.add(name);
      if (begun.size === definitions.length) filling ??= disk?.fill().then(open);
      await isFull;
    };
    return {
      ended,
      gated: definitions.map((definition) => ({
        ...definition,
        cron: undefined,
        async run(job) {
          if (!begun.has(definition.name)) await first(definition.name);
          try {
            return await definition.run(job);
          } finally {
            ended.add(definition.name);
          }
        },
      })),
    };
  }

  it('are over, or run again, once there is room', async () => {
    const { gated: definitions, ended } = gated(app.jobs());
    for (const definition of definitions) jobs.define(definition);
    for (const request of EACH_KIND) await jobs.add(request);
    expect(EACH_KIND).to.have.length(definitions.length);

    await jobs.start();
    await until(() => ended.size === definitions.length, 'all had ended');
    await until(() => lines.some((line) => line.startsWith('outcomes of jobs cannot be saved')), 'an outcome could not be saved');
    const during = (await jobs.list({ states: ['running'], limit: 500 })).length;
    await disk?.empty();
    await until(async () => (await jobs.list({ states: ['running'], limit: 500 })).length === 0, 'none seemed to run');

    expect(during).to.be.above(5);
    expect(lines.filter((line) => line.startsWith('outcomes of jobs cannot be saved'))).to.have.length(1);
    expect(lines).to.include('all outcomes of jobs are saved');
    const states = (await jobs.list({ limit: 500 })).map(({ name, state }) => `${name} ${state}`);
    expect(states.filter((line) => line.endsWith(' cancelled'))).to.deep.equal([]);
  });
});
