import { expect } from 'chai';
import { MESSAGE_FILES, messageProblems } from './index.js';

describe('messageProblems', () => {
  it('finds nothing in texts by their keys', () => {
    expect(messageProblems({ key_refused: 'x', 'settings.a.title': 'y', 'group.After an import': 'z' })).to.deep.equal([]);
  });

  for (const [title, content, problem] of [
    ['what is no object', null, 'it does not hold an object'],
    ['a key of the server', { 'fault.x': '' }, '“fault.x” is reserved'],
    ['a key that every object has', JSON.parse('{ "__proto__": "x" }') as object, '“__proto__” is reserved'],
    [
      'a key with a control character',
      { 'a\nb': '' },
      '“a�b” cannot be a key; it has 1 to 200 characters, none of which is a control character',
    ],
    ['what is no text', { a: ['x'] }, 'a is not a text'],
    ['a text that is too long', { a: 'x'.repeat(4001) }, 'a has more than 4000 characters'],
  ] as const) {
    it(`reports ${title}`, () => {
      expect(messageProblems(content)).to.deep.equal([problem]);
    });
  }

  it('reports at most ten', () => {
    expect(messageProblems(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 1])))).to.have.length(10);
  });

  it('takes names of files by their language tag only', () => {
    expect(['de.json', 'pt-BR.json', 'zh-Hant-TW.json'].every((name) => MESSAGE_FILES.name.test(name))).to.equal(true);
    expect(['../de.json', 'German.json', 'de.json.bak', 'de'].some((name) => MESSAGE_FILES.name.test(name))).to.equal(false);
  });
});
