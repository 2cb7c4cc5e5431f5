import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { checkMessages, formWordsOf, translationOf } from './check-messages.js';

const GOOD = fileURLToPath(new URL('__fixtures__/good', import.meta.url));
const CODE = `
  import { createFault } from '@lectern/plugin-api';
  const fault = createFault(english);
  if (a) throw fault('INTEGRATION_UNAUTHORIZED', b ? 'key_refused' : 'key_missing', { field: 'apiKey' });
  throw fault('INTEGRATION_MISCONFIGURED', 'moved', { values: { url, target: to } });
`;
const ENGLISH = { key_refused: 'The key is refused.', key_missing: 'There is no key.', moved: '{url} moved to {target}.' };

describe('checks of a plugin’s messages', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lectern-messages-'));
    cpSync(GOOD, dir, { recursive: true });
    mkdirSync(join(dir, 'messages'));
    const pkg = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { lectern: object };
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...pkg, lectern: { ...pkg.lectern, messages: './messages' } }));
    writeFileSync(join(dir, 'index.js'), CODE);
    put('en', ENGLISH);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function put(tag: string, content: object | string): void {
    writeFileSync(join(dir, 'messages', `${tag}.json`), typeof content === 'string' ? content : JSON.stringify(content));
  }

  it('find nothing in a plugin without messages', () => {
    expect(checkMessages(GOOD)).to.deep.equal([]);
  });

  it('follow the details of the check as they follow errors', () => {
    put('en', { ...ENGLISH, paused: 'It is paused.', room: 'There are {space} free.' });
    writeFileSync(
      join(dir, 'check.js'),
      `export const details = [detail(a ? 'paused' : 'gone'), detail('room', { folder }), detail('room', values)];`,
    );

    expect(checkMessages(dir)).to.deep.equal(['en.json: gone is missing, which the code uses', 'room: the code gives no space']);
  });

  it('find nothing in messages that are complete', () => {
    put('de', { ...ENGLISH, ...formWordsOf(dir), moved: '{target} statt {url}' });

    expect(checkMessages(dir)).to.deep.equal([]);
  });

  it('let a language lack words of the form and sentences, which are English then, and name those that it alone has', () => {
    const [first = ''] = Object.keys(formWordsOf(dir));
    put('de', { ...ENGLISH, ...formWordsOf(dir), [first]: undefined, key_refused: undefined, old: 'Alt' });

    expect(checkMessages(dir)).to.deep.equal(['de.json: old is no message of this plugin']);
  });

  it('compare placeholders with those of English, but let a language make a plural', () => {
    put('en', { ...ENGLISH, moved: '{url} moved to {target}.' });
    const form = formWordsOf(dir);
    put('de', { ...ENGLISH, ...form, moved: '{url, plural, one {#} other {#}} nach {target}' });
    put('fr', { ...ENGLISH, ...form, moved: '{url}' });
    put('ja', { ...ENGLISH, ...form, moved: '{url' });

    const problems = checkMessages(dir);

    expect(problems[0]).to.equal('fr.json: moved has the placeholders url, English has target, url');
    expect(problems[1]).to.contain('ja.json: moved is not ICU MessageFormat');
    expect(problems).to.have.length(2);
  });

  it('name English that nothing uses, that the code lacks, and that is more than plain', () => {
    put('en', { key_refused: '{count, plural, other {#}}', moved: ENGLISH.moved, extra: 'Extra.' });

    expect(checkMessages(dir)).to.deep.equal([
      'en.json: key_refused has more than plain placeholders, such as {name}; forms are for other languages',
      'en.json: nothing uses extra',
      'key_refused: the code gives no count',
      'en.json: key_missing is missing, which the code uses',
    ]);
  });

  it('name values that the code does not give', () => {
    put('en', { ...ENGLISH, moved: '{url} moved to {target} of {owner}.', key_refused: '{name} refuses the key.' });

    expect(checkMessages(dir)).to.deep.equal(['key_refused: the code gives no name', 'moved: the code gives no owner']);
  });

  it('name files that cannot be used', () => {
    put('de', '{');
    put('fr', { a: 5 });
    put('German', {});

    const problems = checkMessages(dir).join('\n');

    expect(problems).to.contain('German.json: is not called <language>.json');
    expect(problems).to.contain('de.json: ').and.to.contain('cannot be read as JSON');
    expect(problems).to.contain('fr.json: a is not a text');
    rmSync(join(dir, 'messages', 'en.json'));
    expect(checkMessages(dir)).to.deep.equal(['./messages/en.json: no such file']);
  });
});

describe('what a language of a plugin lacks', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lectern-messages-'));
    cpSync(GOOD, dir, { recursive: true });
    mkdirSync(join(dir, 'messages'));
    const pkg = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { lectern: object };
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...pkg, lectern: { ...pkg.lectern, messages: './messages' } }));
    writeFileSync(join(dir, 'messages/en.json'), JSON.stringify(ENGLISH));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('is listed among all words of the form and all sentences', () => {
    const form = formWordsOf(dir);
    const [first = ''] = Object.keys(form);
    writeFileSync(join(dir, 'messages/de.json'), JSON.stringify({ ...form, ...ENGLISH, [first]: undefined, moved: undefined }));

    expect(translationOf(dir, 'de')).to.deep.equal({ total: Object.keys({ ...form, ...ENGLISH }).length, missing: [first, 'moved'] });
  });

  it('is all of them where it has no file, and nothing of English or of a plugin without messages', () => {
    const all = Object.keys({ ...formWordsOf(dir), ...ENGLISH });

    expect(translationOf(dir, 'fr')).to.deep.equal({ total: all.length, missing: all });
    expect(translationOf(dir, 'en')).to.deep.equal({ total: all.length, missing: [] });
    expect(translationOf(GOOD, 'de')).to.deep.equal({ total: 0, missing: [] });
  });
});
