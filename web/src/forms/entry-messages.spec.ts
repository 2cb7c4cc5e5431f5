import { expect } from 'chai';
import { entryMessages } from './entry-messages.js';

const properties = {
  words: { type: 'array', items: { type: 'string' } },
  rules: { type: 'array', items: { type: 'object' } },
};

describe('messages of entries', () => {
  it('are shown at the list of words, and in their own field in a list of objects', () => {
    const messages = [
      { path: '/words/1', message: 'Too short.' },
      { path: '/words', message: 'Too few.' },
      { path: '/rules/0/name', message: 'Needed.' },
    ];

    expect(entryMessages(messages, properties, { words: ['aa', 'b'], rules: [{}] })).to.deep.equal([
      { path: '/words', message: '“b”: Too short.' },
      { path: '/words', message: 'Too few.' },
      { path: '/rules/0/name', message: 'Needed.' },
    ]);
  });

  it('name an entry once, however many rules it breaks', () => {
    const messages = [
      { path: '/words/1', message: 'Too short.' },
      { path: '/words/0', message: 'Too long.' },
      { path: '/words/1', message: 'Not a word.' },
    ];

    expect(entryMessages(messages, properties, { words: ['aa', 'b'] })).to.deep.equal([
      { path: '/words', message: '“b”: Too short. Not a word.' },
      { path: '/words', message: '“aa”: Too long.' },
    ]);
  });
});
