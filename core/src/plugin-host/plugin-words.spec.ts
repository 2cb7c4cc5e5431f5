import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPluginWords, createSpeakers, inEnglish, saidOf, type Sentence } from '../platform/words/index.js';
import { startTestHost, stored, type TestHost } from './__fixtures__/test-host.js';
import { discoverPlugins } from './discovery.js';
import { formOf } from './form-of.js';
import { loadPlugin } from './loader.js';

const MESSAGE = { event: 'test', lines: [], fields: [], links: [], severity: 'info', occurredAt: '', dedupeKey: '' } as const;

describe('words of plugins', () => {
  const speaks = stored('speaks', {
    settings: { greeting: 'hello', baseUrl: 'http://127.0.0.1:1' },
    secrets: { apiKey: 'very-secret-key' },
  });
  let test: TestHost;
  let words: ReturnType<typeof createPluginWords>;

  const speakers = createSpeakers((plugin, tag) => words.of(plugin, tag));

  beforeEach(async () => {
    words = createPluginWords();
    test = await startTestHost(['speaks', 'healthy'], [speaks], { words });
  });
  afterEach(() => test.close());

  async function failure(title: string): Promise<unknown> {
    const provider = test.host.provider('notifier', speaks.id);
    return provider?.call('send', (notifier, call) => notifier.send({ ...MESSAGE, title }, call)).catch((error: unknown) => error);
  }

  it('are the form in the language of whoever fills it in, and English where a plugin has none', async () => {
    const say = await speakers.in('de');
    const form = formOf(test.host.plugin('notify-speaks')!, say).properties as Record<string, object>;
    const other = formOf(test.host.plugin('notify-healthy')!, say).properties as Record<string, object>;

    expect(form.greeting).to.include({ title: 'Gruß', description: 'Was gesagt wird.' });
    expect(form.baseUrl).to.include({ title: 'Address' });
    expect(other.greeting).to.include({ title: 'Greeting' });
  });

  it('are its errors, whose values hold no secrets', async () => {
    const error = await failure('any');
    const said = saidOf(error);

    expect((error as Error).message).to.equal('The key [redacted] is refused.');
    expect((await speakers.in('de'))(said)).to.equal('Der Schlüssel [redacted] wird abgelehnt.');
    expect((await speakers.in('ja'))(said)).to.equal('The key [redacted] is refused.');
    expect(JSON.stringify(said)).not.to.contain('very-secret-key');
  });

  it('stand around what the server says of the network', async () => {
    const said = saidOf(await failure('wrapped'));

    expect(said).to.deep.include({ key: 'down', plugin: 'notify-speaks' });
    expect((said as Sentence).values?.reason).to.deep.equal({
      key: 'fault.connection_refused',
      values: { host: '127.0.0.1:1' },
    });
    expect((await speakers.in('en'))(said)).to.equal('It is down: 127.0.0.1:1: connection refused. Is it running, and is the port right?');
  });

  it('stand within each other', async () => {
    const said = saidOf(await failure('twice'));

    expect((await speakers.in('de'))(said)).to.equal('Es ist nicht da: Der Schlüssel inner wird abgelehnt.');
  });

  it('are the health of an integration, which is kept as it is until somebody reads it', async () => {
    await test.host.check(speaks.id).catch(() => undefined);

    const [info] = test.host.instances();
    const kept = JSON.parse(JSON.stringify(info?.lastCheck?.error)) as NonNullable<NonNullable<typeof info>['lastCheck']>['error'];
    expect(inEnglish(kept!.message)).to.equal('The key given is refused.');
    expect((await speakers.in('de'))(kept!.message)).to.equal('Der Schlüssel given wird abgelehnt.');
  });

  it('are details of a check that went well, beside those that are plain words, and their values hold no secrets', async () => {
    await test.host.apply({ ...speaks, settings: { ...speaks.settings, greeting: 'well' } });
    await test.host.check(speaks.id);

    const details = test.host.instances()[0]?.lastCheck?.details ?? [];
    const say = await speakers.in('de');
    expect(details.map(inEnglish)).to.deep.equal(['As it is.', '70.8 GB are free for [redacted].']);
    expect(details.map(say)).to.deep.equal(['As it is.', 'Für [redacted] sind 70,8\u00a0GB frei.']);
    expect(JSON.stringify(details)).not.to.contain('very-secret-key');
  });

  it('are forgotten with the plugin; what it said before is English then', async () => {
    const said = saidOf(await failure('twice'));
    await rm(join(test.root, 'node_modules', 'lectern-plugin-speaks'), { recursive: true });
    await test.host.refresh('notify-speaks');

    expect(words.of('notify-speaks', 'de')).to.equal(undefined);
    expect((await speakers.in('de'))(said)).to.equal('It is down: The key inner is refused.');
  });

  it('are refused with their plugin, whose code does not run then', async () => {
    await test.close();
    words = createPluginWords();
    test = await startTestHost(['speaks'], [], { words });
    const dir = join(test.root, 'node_modules', 'lectern-plugin-speaks');
    await writeFile(join(dir, 'messages', 'de.json'), '{ "__proto__": "x" }');

    const [found] = await discoverPlugins({ pluginRoots: [test.root] });
    const loaded = found && (await loadPlugin(found));

    expect(loaded?.definition).to.equal(undefined);
    expect(loaded?.error?.code).to.equal('PLUGIN_MANIFEST_INVALID');
    expect(loaded?.error?.message).to.contain('./messages/de.json: “__proto__” is reserved');
  });
});
