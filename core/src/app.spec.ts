import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sinon from 'sinon';
import { buildApp, type BuiltApp, type RunningApp } from './app.js';
import { loadConfig } from './platform/config/config.js';

describe('the server', () => {
  let dir: string;
  let built: BuiltApp;
  let running: RunningApp | undefined;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-app-'));
    running = undefined;
    built = await buildApp(
      loadConfig({
        LECTERN_DATA: dir,
        LECTERN_HOST: '127.0.0.1',
        LECTERN_PORT: '0',
        LECTERN_LOG_LEVEL: 'silent',
        LECTERN_SAFE_MODE: 'true',
      }),
    );
  });
  afterEach(async () => {
    await (running ? running.stop() : built.close());
    sinon.restore();
    await rm(dir, { recursive: true, force: true });
  });

  it('tells plugins that it is ready, once they and the jobs run', async () => {
    const { host, jobs, version } = built.services;
    const started = sinon.spy(host, 'startAll');
    const worked = sinon.spy(jobs, 'start');
    const told = sinon.spy(host.hooks, 'told');

    running = await built.start();
    await running.ready;

    const ready = told.withArgs('app.ready');
    expect(ready.args).to.deep.equal([['app.ready', { version }]]);
    expect(ready.calledAfter(started) && ready.calledAfter(worked)).to.equal(true);
  });

  it('tells plugins which sections of the settings were saved, without the values', async () => {
    const { host, settings } = built.services;
    const told = sinon.spy(host.hooks, 'told');

    await settings.update({ requests: { minSeeders: 3 }, server: { region: 'de' } }, { name: 'spec' });
    await settings.update({ requests: { minSeeders: 3 } }, { name: 'spec' });

    expect(told.args).to.have.deep.members([
      ['settings.saved', { section: 'requests' }],
      ['settings.saved', { section: 'server' }],
    ]);
  });
});
