import { expect } from 'chai';
import { createSpeakers, inEnglish, saidColumns, saidOfColumns, sentence, storedSaid, storeSaid } from './index.js';

describe('what is said, in a text column', () => {
  it('comes back as the sentence that it was', () => {
    const inner = { plugin: 'indexer-one', key: 'down', text: 'It is down.' };
    const values = {
      name: 'One',
      fault: [
        inner,
        'Ada',
        sentence('problem.body_too_large', { bytes: { bytes: 2000 } }),
        sentence('field.types', { types: { anyOf: ['a', 'b'] } }),
      ],
    };
    const said = sentence('problem.of_integration', values);

    expect(storedSaid(storeSaid(said))).to.deep.equal(said);
  });

  for (const text of [
    'disk full',
    '',
    '{',
    '{"key":"problem.no_endpoint"}',
    '{"key":"","text":"problem.no_endpoint"}',
    '{"key":"problem.body_too_large","values":{"bytes":null}}',
    '{"key":"problem.body_too_large","values":[{"a":[1]}]}',
    '{"key":"a","text":7}',
    '{"key":"a","plugin":{}}',
    '{"key":7}',
    '{"__proto__":{"key":"problem.no_endpoint"}}',
    'null',
  ]) {
    it(`stays what a service said: ${text}`, () => {
      expect(inEnglish(storedSaid(storeSaid(text)))).to.equal(text);
    });
  }

  const refused = sentence('problem.body_too_large', { bytes: 2000 });
  const english = 'The body may have at most 2,000 bytes.';

  it('is its English where this version has no words for its key, or for one within it', async () => {
    const say = await createSpeakers().in('de');
    const strange = { key: 'problem.of_another_version', text: 'It was refused.' };
    const around = { ...sentence('phrase.in_row', { first: strange, next: 'Ada' }), text: 'It was refused. Ada' };

    expect(say(storedSaid(JSON.stringify(strange)))).to.equal('It was refused.');
    expect(say(storedSaid(JSON.stringify(around)))).to.equal('It was refused. Ada');
  });

  for (const cut of [10, 2]) {
    it(`is its English where the last ${cut} characters were lost`, async () => {
      const stored = storeSaid(refused);

      expect((await createSpeakers().in('de'))(storedSaid(stored.slice(0, -cut)))).to.equal(english);
    });
  }

  it('is its English where its values were damaged', () => {
    expect(storedSaid(storeSaid(refused).replace('2000', 'null'))).to.equal(english);
  });

  it('is said in the language of the reader though an older version stored it without its English', async () => {
    expect((await createSpeakers().in('de'))(storedSaid(JSON.stringify(refused)))).to.equal('Der Inhalt darf höchstens 2.000 Bytes haben.');
  });

  it('is words where an older version stored words that are no whole sentence', () => {
    for (const text of ['{"key":"a","values":{"b":[null]}}', '{"key":"a","values":"b"}', '{"key":"a","values":{"b":{"at":1}}}']) {
      expect(storedSaid(text)).to.equal(text);
    }
  });
});

describe('what is said, in a column beside its English', () => {
  const said = sentence('problem.body_too_large', { bytes: 2000 });

  it('is said in the language of the reader', async () => {
    const { english, sentence: stored } = saidColumns(said);

    expect(english).to.equal('The body may have at most 2,000 bytes.');
    expect((await createSpeakers().in('de'))(saidOfColumns(english, stored))).to.equal('Der Inhalt darf höchstens 2.000 Bytes haben.');
    expect(saidOfColumns('written before', null)).to.equal('written before');
  });

  for (const stored of ['{"key":"problem.of_another_version"}', '{"key":"problem.body', '{"key":7}', 'null']) {
    it(`is its English where nobody can say ${stored}`, async () => {
      expect((await createSpeakers().in('de'))(saidOfColumns('It was refused.', stored))).to.equal('It was refused.');
    });
  }
});
