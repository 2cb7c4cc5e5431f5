import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildApp, type BuiltApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import { UnfitPayloadError, type JobContext, type JobDefinition } from '../platform/jobs/job-queue.js';
import { BY_THE_CLOCK, ID, REQUESTS } from './known-jobs.spec.support.js';

describe('job types', () => {
  let dataDir: string;
  let app: BuiltApp;
  let definitions: readonly JobDefinition[];

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-jobs-'));
    app = await buildApp(loadConfig({ LECTERN_DATA: dataDir, LECTERN_LOG_LEVEL: 'silent' }));
    definitions = app.jobs();
  });
  after(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function run(name: string, payload: unknown): Promise<unknown> {
    const definition = definitions.find((one) => one.name === name);
    const context = {
      id: ID,
      payload,
      attempt: 1,
      maxAttempts: 1,
      hold: async () => undefined,
      signal: new AbortController().signal,
      log: app.services.log,
    };
    return definition?.run({ ...context, progress: () => undefined } as JobContext).then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it('are all listed here, with their handlers', () => {
    const listed = new Set([...REQUESTS.map(([{ name }]) => name), ...BY_THE_CLOCK]);

    expect(definitions.map(({ name }) => name).sort()).to.deep.equal([...listed].sort());
    expect(definitions.filter(({ cron }) => cron !== undefined).map(({ name }) => name)).to.include.members(BY_THE_CLOCK);
  });

  for (const [request, identity] of REQUESTS) {
    const { payload = {}, ...rest } = request;

    it(`keep their stored form: ${request.name} ${JSON.stringify(payload)}`, async () => {
      expect(rest).to.deep.equal(identity);
      expect(await run(request.name, JSON.parse(JSON.stringify(payload)))).not.to.be.an.instanceOf(UnfitPayloadError);
    });
  }

  for (const [name, payload] of new Map(REQUESTS.map(([{ name, payload }]) => [name, payload ?? {}]))) {
    const [member] = Object.keys(payload);
    if (member === undefined) continue;

    it(`refuse invalid payloads: ${name}`, async () => {
      const error = await run(name, { ...payload, [member]: { of: 'another shape' } });

      expect(error).to.be.an.instanceOf(UnfitPayloadError);
      expect(String(error)).to.include(`The payload of this job does not fit ${name}: /${member} must be `);
    });
  }
});
