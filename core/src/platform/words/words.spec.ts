import { expect } from 'chai';
import { createSpeakers, firstOf, inEnglish, sentence, type Sentence } from './index.js';

const TOO_LARGE = sentence('problem.body_too_large', { bytes: 2000 });

describe('sentences of the server', () => {
  it('are said in English without knowing the reader', () => {
    expect(inEnglish(TOO_LARGE)).to.equal('The body may have at most 2,000 bytes.');
    expect(inEnglish('disk full')).to.equal('disk full');
  });

  it('are said in the language of the reader, with numbers as it writes them', async () => {
    const say = await createSpeakers().in('de');

    expect(say(TOO_LARGE)).to.equal('Der Inhalt darf höchstens 2.000 Bytes haben.');
  });

  it('write quantities and lists as the language does, and a sentence inside another', async () => {
    const of = (value: unknown) => ({ key: 'problem.body_too_large', values: { bytes: value as string } });
    const say = await createSpeakers().in('de');

    expect(say(of({ bytes: 1_440_000_000 }))).to.match(/höchstens 1,4\sGB/);
    expect(say(of({ seconds: 7200 }))).to.include('2 Stunden');
    expect(say(of(['Ada', 'Bob', 'Eve']))).to.include('Ada, Bob und Eve');
    expect(say(of({ anyOf: ['Ada', 'Bob', 'Eve'] }))).to.include('Ada, Bob oder Eve');
    expect(say(of(sentence('problem.no_endpoint')))).to.include('Diesen Endpunkt gibt es nicht.');
  });

  it('name the first of a long list, and how many more there are', async () => {
    const say = await createSpeakers().in('de');
    const some = (names: readonly string[]) => say(sentence('phrase.names', { names: firstOf(names, 2) }));

    expect(some(['Ada', 'Bob'])).to.equal('Ada und Bob');
    expect(some(['Ada', 'Bob', 'Eve', 'Dan'])).to.equal('Ada, Bob und 2 weitere');
  });

  it('are their keys where there is no such message, even one that every object has', async () => {
    const say = await createSpeakers().in('de');

    for (const key of ['constructor', '__proto__', 'toString', 'problem.nothing_like_it']) {
      expect([inEnglish({ key }), say({ key })]).to.deep.equal([key, key]);
    }
  });

  it('are said of a number that was lost in JSON', async () => {
    const stored: unknown = JSON.parse(JSON.stringify(sentence('problem.body_too_large', { bytes: NaN })));

    expect((await createSpeakers().in('de'))(stored as Sentence)).to.equal('Der Inhalt darf höchstens ? Bytes haben.');
  });

  it('keep each name of a list against the direction of the sentence by itself', async () => {
    const say = await createSpeakers().in('ar');

    expect(say({ key: 'problem.body_too_large', values: { bytes: ['Ada', 'Bob'] } })).to.include('\u2068Ada\u2069 و\u2068Bob\u2069');
  });

  it('come from the messages of a plugin, or else are its own English', async () => {
    const said = { plugin: 'indexer-one', key: 'bad_key', values: { name: 'One' }, text: 'One refused the key.' };
    const speakers = createSpeakers((plugin, tag) =>
      plugin === 'indexer-one' && tag === 'de' ? { bad_key: '{name} lehnt den Schlüssel ab.' } : undefined,
    );

    expect((await speakers.in('de'))(said)).to.equal('One lehnt den Schlüssel ab.');
    expect((await speakers.in('ja'))(said)).to.equal('One refused the key.');
  });

  it('bear marks in the pseudo-locale, which other words do not', async () => {
    const say = await createSpeakers().in('en-XA');

    expect(say(TOO_LARGE)).to.match(/^\[Ţĥ?h?é /);
    expect(say('disk full')).to.equal('disk full');
  });
});
