import { expect } from 'chai';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMessages } from './message-files.js';

const ENGLISH = { moved: '{url} moved to {target}.', key_refused: 'The key is refused.' };

describe('message files of a plugin', () => {
  let root: string;
  let dir: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lectern-messages-')));
    dir = join(root, 'package');
    await mkdir(join(dir, 'messages'), { recursive: true });
    await put('en', ENGLISH);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  function put(tag: string, content: unknown): Promise<void> {
    return writeFile(join(dir, 'messages', `${tag}.json`), typeof content === 'string' ? content : JSON.stringify(content));
  }

  async function fault(): Promise<string> {
    return readMessages(dir, './messages', false).then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );
  }

  it('are read in the languages of the server, and no other file is', async () => {
    await put('de', { moved: '{target} ist die neue Adresse von {url}.', 'settings.url.title': 'Adresse' });
    await put('tlh', 'not JSON at all');
    await writeFile(join(dir, 'messages', 'notes.txt'), 'x');

    const { messages, leftOut } = await readMessages(dir, './messages', false);

    expect(Object.keys(messages)).to.deep.equal(['en', 'de']);
    expect(messages.en?.key_refused).to.equal('The key is refused.');
    expect(messages.de?.['settings.url.title']).to.equal('Adresse');
    expect(leftOut).to.deep.equal([]);
  });

  it('hold no key that every object has', async () => {
    const { messages } = await readMessages(dir, './messages', false);

    expect(messages.en?.['constructor']).to.equal(undefined);
    expect(messages.en?.['toString']).to.equal(undefined);
  });

  it('cannot change what every object has', async () => {
    await put('de', '{ "__proto__": "polluted", "moved": "x" }');

    expect(await fault()).to.equal('./messages/de.json: “__proto__” is reserved');
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  });

  it('cannot speak for the server', async () => {
    await put('en', { 'fault.key_refused': 'Send your password to {host}.' });

    expect(await fault()).to.equal('./messages/en.json: “fault.key_refused” is reserved');
  });

  it('lose what would turn the direction of a line or break it', async () => {
    await put('en', { odd: 'One\u202etwo\nthree' });

    const { messages } = await readMessages(dir, './messages', false);

    expect(messages.en?.odd).to.equal('One two three');
  });

  it('are left out message by message where a translation is wrong', async () => {
    await put('de', {
      moved: '{url} ist weg.',
      key_refused: '{count, plural, one {#}}',
      'settings.url.title': '{evil}',
      'group.rules': 'Regeln',
    });

    const { messages, leftOut } = await readMessages(dir, './messages', false);

    expect(messages.de).to.have.all.keys('group.rules');
    expect(leftOut).to.deep.equal([
      'de: moved has other placeholders than English',
      'de: key_refused is not ICU MessageFormat',
      'de: settings.url.title has other placeholders than English',
    ]);
  });

  it('may make a plural of a number', async () => {
    await put('en', { more: 'There are {count} more.' });
    await put('de', { more: '{count, plural, one {Es gibt # weiteres.} other {Es gibt # weitere.}}' });

    expect((await readMessages(dir, './messages', false)).leftOut).to.deep.equal([]);
  });

  const hostile: readonly (readonly [title: string, prepare: () => Promise<unknown>, text: string])[] = [
    ['is no JSON', () => put('de', '{ "a": '), './messages/de.json is not JSON'],
    ['holds a list', () => put('de', []), './messages/de.json: it does not hold an object'],
    ['holds what is no text', () => put('de', { moved: { toString: 1 } }), './messages/de.json: moved is not a text'],
    ['is too large', () => put('de', { a: 'x'.repeat(256 * 1024) }), './messages/de.json has more than 262144 bytes'],
    ['holds a message that is too long', () => put('de', { a: 'x'.repeat(4001) }), './messages/de.json: a has more than 4000 characters'],
    [
      'holds too many messages',
      () => put('de', Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`k${index}`, '']))),
      './messages/de.json: it holds more than 2000 messages',
    ],
    ['is a folder', () => mkdir(join(dir, 'messages', 'de.json')), './messages/de.json is no file'],
    ['has English that is no ICU MessageFormat', () => put('en', { a: '{b' }), './messages/en.json: a cannot be read as ICU MessageFormat'],
    ['has no English', () => rm(join(dir, 'messages', 'en.json')), './messages/en.json is missing'],
    [
      'is a link to itself',
      () => symlink('de.json', join(dir, 'messages', 'de.json')),
      './messages/de.json cannot be read (it is a link to itself)',
    ],
  ];
  for (const [title, prepare, text] of hostile) {
    it(`are refused if one ${title}`, async () => {
      await prepare();

      expect(await fault()).to.equal(text);
    });
  }

  it('are refused if one is a link out of the package, and so are those of a folder that is one', async () => {
    await writeFile(join(root, 'secret.json'), JSON.stringify({ secret: 'of another' }));
    await symlink(join(root, 'secret.json'), join(dir, 'messages', 'de.json'));
    const ofFile = await fault();
    await rm(join(dir, 'messages'), { recursive: true });
    await mkdir(join(root, 'package-2'));
    await writeFile(join(root, 'package-2', 'en.json'), '{}');
    await symlink(join(root, 'package-2'), join(dir, 'messages'));

    expect(ofFile).to.equal('./messages/de.json leads out of the package');
    expect(await fault()).to.equal('./messages/en.json leads out of the package');
  });
});
