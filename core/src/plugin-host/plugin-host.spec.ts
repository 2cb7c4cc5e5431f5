import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import sinon from 'sinon';
import { inEnglish } from '../platform/words/index.js';
import { startTestHost, stored } from './__fixtures__/test-host.js';
import { FAST, faultOf, request, send, useTestHost } from './plugin-host.spec.support.js';
import { ENTERED_BUFFER, enteredPlugin } from './sections/entered.js';

describe('plugin host', () => {
  const { start, ran } = useTestHost();

  it('boots with healthy plugins however many others fail, and says why each failed', async () => {
    const broken = ['throws-on-import', 'missing-dependency', 'wrong-shape', 'wrong-instance', 'hangs-in-create', 'wrong-api'];
    const { host } = await start(
      ['healthy', ...broken],
      [...broken.map((name) => stored(name)), stored('healthy'), stored('uninstalled'), stored('healthy', { id: 'off', enabled: false })],
    );

    const states = Object.fromEntries(
      host.instances().map((info) => [info.integrationId, `${info.state} ${info.lastError?.code ?? ''}`.trim()]),
    );
    expect(states).to.deep.equal({
      'integration-healthy': 'running',
      'integration-throws-on-import': 'failed PLUGIN_IMPORT_FAILED',
      'integration-missing-dependency': 'failed PLUGIN_DEPENDENCY_MISSING',
      'integration-wrong-shape': 'failed PLUGIN_SHAPE_INVALID',
      'integration-wrong-instance': 'failed PLUGIN_SHAPE_INVALID',
      'integration-hangs-in-create': 'failed PLUGIN_CREATE_TIMEOUT',
      'integration-wrong-api': 'incompatible PLUGIN_INCOMPATIBLE',
      'integration-uninstalled': 'failed PLUGIN_NOT_INSTALLED',
      off: 'disabled',
    });
    expect(host.providers('notifier').map(({ integrationId }) => integrationId)).to.deep.equal(['integration-healthy']);
    expect(host.plugins().map(({ state }) => state)).to.include.members(['ready', 'failed', 'incompatible']);
    const wrong = host.instances().find(({ pluginId }) => pluginId === 'notify-wrong-instance');
    expect(inEnglish(wrong?.lastError?.message ?? '')).to.match(
      /check is not a function.*indexer is offered.*notifier is in the manifest.*no hook request\.dreamt/,
    );
  });

  it('reloads on apply: the new instance answers and the old taps are silent', async () => {
    const { host } = await start(['healthy'], [stored('healthy')]);
    const provider = host.provider('notifier', 'integration-healthy');

    await host.hooks.told('request.created', { request });
    await host.apply(stored('healthy', { settings: { greeting: 'bonjour' } }));
    await host.hooks.told('request.created', { request });

    await send(provider, 'x');
    expect(ran()).to.deep.equal([
      'hello starts',
      'hello heard of r1',
      'hello stops: settings',
      'bonjour starts',
      'bonjour heard of r1',
      'bonjour: x',
    ]);
  });

  it('can be stopped and started any number of times, the last started first', async () => {
    const { host } = await start(
      ['healthy'],
      [stored('healthy', { id: '1', settings: { greeting: 'throw in stop' } }), stored('healthy', { id: '2' })],
    );

    await host.stopAll('shutdown');
    await host.startAll();
    await host.stopAll('shutdown');

    const round = ['throw in stop starts', 'hello starts', 'hello stops: shutdown', 'throw in stop stops: shutdown'];
    expect(ran()).to.deep.equal([...round, ...round]);
    expect(host.instances().map(({ state }) => state)).to.deep.equal(['stopped', 'stopped']);
  });

  it('stops within the time of one stop, however many plugins hang, and stops each of them', async () => {
    const many = Array.from({ length: 12 }, (_, n) => stored('healthy', { id: `i${n}`, settings: { greeting: 'hang in stop' } }));
    const { host } = await start(['healthy'], many, { limits: { ...FAST, stopMs: 300 } });
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isOver = false;

    try {
      void host.stopAll('shutdown').then(() => (isOver = true));
      await clock.tickAsync(300);
    } finally {
      clock.restore();
    }

    expect(isOver).to.equal(true);
    expect(ran().filter((line) => line === 'hang in stop stops: shutdown')).to.have.length(12);
    expect(new Set(host.instances().map(({ state }) => state))).to.deep.equal(new Set(['stopped']));
  });

  it('does not wait for starts when it stops, neither for a hanging one nor for queued ones', async () => {
    const { host } = await start(['healthy'], [], { limits: { ...FAST, startMs: 600_000, stopMs: 100 } });
    const slow = stored('healthy', { settings: { greeting: 'hang in start' } });
    for (let n = 0; n < 3; n += 1) void host.apply({ ...slow, name: `Save ${n}` });

    await host.stopAll('shutdown');

    expect(host.instances().map(({ state }) => state)).to.deep.equal(['stopped']);
  });

  it('reports incomplete settings with the field, and starts once they are complete', async () => {
    const { host } = await start(['healthy'], [stored('healthy', { settings: {} })]);
    const [before] = host.instances();

    const refused = await faultOf(host.check('integration-healthy'));
    await host.apply(stored('healthy'));

    expect(refused).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'greeting' });
    expect(before).to.include({ state: 'unconfigured' });
    expect(before?.lastError).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'greeting' });
    expect(host.instances()[0]).to.include({ state: 'running', lastError: undefined });
  });

  it('keeps new settings that fail, and says so', async () => {
    const { host } = await start(['healthy'], [stored('healthy')]);

    await host.apply(stored('healthy', { settings: { greeting: 'throw in create' } }));

    expect(host.instances()[0]?.state).to.equal('failed');
    expect(inEnglish(host.instances()[0]?.lastError?.message ?? '')).to.contain('cannot be created');
    expect((await faultOf(send(host.provider('notifier', 'integration-healthy'), 'x'))).message).to.match(
      /My healthy is not running \(start failed\)/,
    );
  });

  it('limits the time of a start that hangs', async () => {
    const { host } = await start(['healthy'], [stored('healthy', { settings: { greeting: 'hang in start' } })]);

    expect(host.instances()[0]?.state).to.equal('failed');
    expect(inEnglish(host.instances()[0]?.lastError?.message ?? '')).to.contain('did not answer within 0.06 s (start)');
  });

  it('lets the next save interrupt a start that hangs', async () => {
    const { host } = await start(['healthy'], [], { limits: { ...FAST, startMs: 600_000 } });

    const hanging = host.apply(stored('healthy', { settings: { greeting: 'hang in start' } }));
    await sleep(20);
    await Promise.all([host.apply(stored('healthy')), hanging]);

    expect(host.instances()[0]?.state).to.equal('running');
  });

  it('retries a start that failed for a temporary reason', async () => {
    Object.assign(globalThis, { lecternFixtureDown: true });
    const { host } = await start(['healthy'], [stored('healthy', { settings: { greeting: 'down at start' } })]);
    const before = host.instances()[0]?.state;

    Object.assign(globalThis, { lecternFixtureDown: false });
    for (let n = 0; n < 50 && host.instances()[0]?.state !== 'running'; n += 1) await sleep(10);

    expect(before).to.equal('failed');
    expect(host.instances()[0]?.state).to.equal('running');
  });

  it('migrates settings of an older version and saves the outcome', async () => {
    const saved: unknown[] = [];
    const old = stored('healthy', { settings: { hello: 'moin' }, secrets: { apiKey: 'key-1' }, pluginVersion: '0.9.0' });
    const integrations = {
      list: async () => [old],
      saveMigrated: async (id: string, migrated: object) => void saved.push({ id, ...migrated }),
    };
    const { host } = await start(['healthy'], [], { integrations });

    expect(host.instances()[0]?.state).to.equal('running');
    expect(saved).to.deep.equal([
      {
        id: old.id,
        settings: { 'aside:hello': 'moin', greeting: 'moin', baseUrl: 'http://127.0.0.1:9' },
        secrets: { apiKey: 'key-1' },
        pluginVersion: '1.0.0',
      },
    ]);
  });

  it('tells the watchdog whose hook is running', async () => {
    const { host } = await start(['notes-who-runs'], [stored('notes-who-runs')], {});
    Object.assign(globalThis, { lecternFixtureLook: () => ran().push(enteredPlugin(ENTERED_BUFFER) ?? 'nobody') });

    await host.hooks.told('request.created', { request });

    expect(ran()).to.deep.equal(['notify-notes-who-runs']);
    expect(enteredPlugin(ENTERED_BUFFER)).to.equal(undefined);
  });

  it('tells the watchdog whose code is being imported', async () => {
    Object.assign(globalThis, { lecternFixtureLook: () => ran().push(enteredPlugin(ENTERED_BUFFER) ?? 'nobody') });
    await start(['notes-who-runs'], []);

    expect(ran()).to.deep.equal(['notify-notes-who-runs']);
    expect(enteredPlugin(ENTERED_BUFFER)).to.equal(undefined);
  });

  it('continues when a tap throws, and records the error with its owner', async () => {
    const { host, logs } = await start(['healthy', 'throws-in-tap'], [stored('throws-in-tap'), stored('healthy')]);
    const message = { title: 't' } as never;

    await host.hooks.told('request.created', { request });
    const composed = await host.hooks.transform('notification.composing', { message });

    expect(ran()).to.include('hello heard of r1');
    expect(composed).to.deep.equal({ message });
    const infoOf = (id: string) => host.instances().find(({ pluginId }) => pluginId === id);
    expect(infoOf('notify-throws-in-tap')?.lastError?.code).to.equal('HOOK_FAILED');
    expect(infoOf('notify-throws-in-tap')?.lastHook?.ok).to.equal(false);
    expect(infoOf('notify-healthy')?.lastHook?.ok).to.equal(true);
    expect(logs.filter(({ message: text }) => text === 'a hook handler failed')).to.have.length(2);
  });

  it('runs nothing in safe mode, and never runs a quarantined plugin', async () => {
    const safe = await startTestHost(['healthy'], [stored('healthy')], { safeMode: true });
    await safe.close();
    const { host } = await start(['healthy'], [stored('healthy')], { isQuarantined: () => true });

    expect(safe.host.instances()[0]?.state).to.equal('stopped');
    expect(host.instances()[0]).to.include({ state: 'quarantined' });
    expect(ran()).to.deep.equal([]);
  });

  it('tells plugins about state changes of other integrations', async () => {
    const { host } = await start(['healthy', 'hears-states'], [stored('hears-states')]);
    const heard = () => ran().filter((line) => line.startsWith('notify-healthy'));

    await host.apply(stored('healthy'));
    await host.remove('integration-healthy', 'removed');
    for (let looks = 0; looks < 500 && heard().length < 2; looks += 1) await sleep(5);

    expect(heard()).to.include('notify-healthy integration-healthy running');
    expect(heard().at(-1)).to.equal('notify-healthy integration-healthy stopped');
  });

  it('is not disturbed by a listener that throws', async () => {
    const { host } = await start(['healthy'], []);
    host.onStateChange(() => {
      throw new Error('listener');
    });

    await host.apply(stored('healthy'));

    expect(host.instances()[0]?.state).to.equal('running');
  });
});
