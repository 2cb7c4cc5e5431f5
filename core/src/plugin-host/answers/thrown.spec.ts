import { expect } from 'chai';
import { readThrown } from './thrown.js';

function sentenceOf(sentence: unknown): unknown {
  return readThrown(Object.assign(new Error('x'), { sentence })).options.sentence;
}

describe('the sentence of an error that a plugin threw', () => {
  it('is copied', () => {
    const quantities = { size: { bytes: 3 }, day: { at: '2027-01-15' }, names: ['a', 'b'] };
    const sentence = { key: 'moved', values: { url: 'a', count: 3, reason: { key: 'inner' }, ...quantities } };

    expect(sentenceOf(sentence)).to.deep.equal(sentence);
  });

  it('loses what does not belong there', () => {
    const values = { url: 'a\0b', no: true, infinite: Infinity, far: { bytes: 'x' }, when: { at: 7 } };

    expect(sentenceOf({ key: 'moved', values, plugin: 'another', text: 'What another says.' })).to.deep.equal({
      key: 'moved',
      values: { url: 'ab' },
    });
  });

  it('is bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`v${index}`, 'x'.repeat(9000)]));
    let deep: object = { key: 'end' };
    for (let depth = 0; depth < 50; depth += 1) deep = { key: 'in', values: { deep } };

    const bounded = sentenceOf({ key: 'k'.repeat(900), values: many }) as { key: string; values: Record<string, string> };

    expect(bounded.key).to.have.length(200);
    expect(Object.keys(bounded.values)).to.have.length(20);
    expect(sentenceOf({ key: 'k', values: { list: Array(100).fill('x'), last: 1 } })).to.deep.equal({
      key: 'k',
      values: { list: Array(20).fill('x') },
    });
    expect(bounded.values.v0).to.have.length(2000);
    expect(JSON.stringify(sentenceOf(deep)).match(/"key"/g)).to.have.length(4);
  });

  for (const [title, sentence] of [
    ['text', 'moved'],
    ['an object without a key', { values: {} }],
    ['an empty key', { key: '' }],
    [
      'a getter that throws',
      {
        get key() {
          throw new Error('no');
        },
      },
    ],
  ] as const) {
    it(`is nothing if it is ${title}`, () => {
      expect(sentenceOf(sentence)).to.equal(undefined);
    });
  }

  it('has few values, with those of the sentences within it', () => {
    const within = (inner: object | string): object => ({
      key: 'a',
      values: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`v${index}`, inner])),
    });

    expect(JSON.stringify(sentenceOf(within(within(within('text'))))).match(/"v\d+"/g)).to.have.length(20);
  });

  it('has no values if these cannot be listed', () => {
    const values = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no');
        },
      },
    );

    expect(sentenceOf({ key: 'moved', values })).to.deep.equal({ key: 'moved' });
  });
});
