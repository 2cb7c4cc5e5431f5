import { expect } from 'chai';
import { posix } from 'node:path';

import { compilePathTemplate, DEFAULT_PATH_TEMPLATE, previewPathTemplate, SAMPLE_BOOKS } from './path-template.js';
import type { PathTemplate, PathValues } from './path-template.js';
import { inEnglish } from '../../platform/words/index.js';

const KINGS: PathValues = {
  author: 'Brandon Sanderson',
  title: 'The Way of Kings',
  asin: 'B003ZWFO7E',
  series: 'Stormlight',
  seriesPart: '1',
};

function compile(source: string): PathTemplate {
  const result = compilePathTemplate(source);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.template;
}

function codes(source: string): string[] {
  const result = compilePathTemplate(source);
  return result.ok ? [] : result.errors.map((error) => error.code);
}

describe('path template', () => {
  describe('rendering', () => {
    it('inserts series and part when there are any', () => {
      expect(compile(DEFAULT_PATH_TEMPLATE).render(KINGS)).to.equal('Brandon Sanderson/Stormlight/1 - The Way of Kings');
    });

    it('drops a block with its literals when its variable is empty', () => {
      const path = compile(DEFAULT_PATH_TEMPLATE).render({ author: 'Andy Weir', title: 'Project Hail Mary', series: '', seriesPart: null });

      expect(path).to.equal('Andy Weir/Project Hail Mary');
    });

    it('keeps literals before and after the variable of a block', () => {
      const template = compile('{author}/{title}{ (year)}{ [asin]}');

      expect(template.render({ ...KINGS, year: 2010 })).to.equal('Brandon Sanderson/The Way of Kings (2010) [B003ZWFO7E]');
      expect(template.render(KINGS)).to.equal('Brandon Sanderson/The Way of Kings [B003ZWFO7E]');
    });

    it('recognizes variables only as whole words, so literal words may stand in a block', () => {
      expect(compile('{title}{ narrated by narrator}').render({ title: 'Dune', narrator: 'Scott Brick' })).to.equal(
        'Dune narrated by Scott Brick',
      );
    });

    it('turns escaped braces into braces, also inside a block', () => {
      expect(compile('{title}{ \\{narrator\\}}').render({ title: 'Dune', narrator: 'Scott Brick' })).to.equal('Dune {Scott Brick}');
      expect(compile('\\{{title}\\}').render({ title: 'Dune' })).to.equal('{Dune}');
    });

    it('leaves no dash behind when a plain variable is empty', () => {
      expect(compile('{author}/{seriesPart} - {title}').render({ author: 'A', title: 'T' })).to.equal('A/T');
      expect(compile('{author}/{title} - {year}').render({ author: 'A', title: 'T' })).to.equal('A/T');
    });

    it('drops an empty segment', () => {
      expect(compile('{author}/{series}/{title}').render({ author: 'A', title: 'T' })).to.equal('A/T');
    });

    it('never lets a value introduce a separator', () => {
      const path = compile('{author}/{title}').render({ author: '../../etc', title: 'AC/DC\\x' });

      expect(path.split('/')).to.have.length(2);
      expect(path).to.equal('-..-etc/AC-DC-x');
    });

    it('keeps a hostile value inside the library folder', () => {
      for (const hostile of ['..', '.', '/', '\\', '../..', '....', ' .. ', '\u0000', '~', '..\u200b']) {
        const path = compile(DEFAULT_PATH_TEMPLATE).render({ author: hostile, title: hostile, series: hostile, asin: 'B003ZWFO7E' });

        expect(posix.resolve('/library', path).startsWith('/library/'), `${JSON.stringify(hostile)} gave ${path}`).to.equal(true);
        expect(path.split('/')).to.not.include.oneOf(['', '.', '..']);
      }
    });

    it('does not interpret $& and other replacement patterns in a title', () => {
      expect(compile('{title}').render({ title: "$& $1 $` $' $$" })).to.equal("$& $1 $` $' $$");
    });

    it('names the book by its ASIN when the title has nothing usable', () => {
      expect(compile('{author}/{title}').render({ author: 'A', title: '???', asin: 'B003ZWFO7E' })).to.equal('A/B003ZWFO7E');
      expect(compile('{author}/{title/}{asin}').render({ author: 'A', title: '', asin: '' })).to.equal('A/Untitled/Untitled');
    });

    it('shortens the title rather than the ASIN behind it', () => {
      const path = compile('{title} [{asin}]').render({ title: 'ä'.repeat(300), asin: 'B003ZWFO7E' });

      expect(Buffer.byteLength(path)).to.be.at.most(180);
      expect(path).to.match(/^ä+ \[B003ZWFO7E\]$/);
    });

    it('cuts every segment at 180 bytes without breaking a character', () => {
      const path = compile(DEFAULT_PATH_TEMPLATE).render({ author: '村'.repeat(100), title: '👩‍👩‍👧'.repeat(40), series: 'x'.repeat(400) });

      for (const segment of path.split('/')) {
        expect(Buffer.byteLength(segment)).to.be.at.most(180);
        expect(segment).to.not.match(/\p{Surrogate}|\u200d$/u);
      }
    });

    it('normalizes to NFC', () => {
      expect(compile('{title}').render({ title: 'Gable\u0301' })).to.equal('Gablé');
    });
  });

  describe('validation', () => {
    it('accepts the default', () => {
      expect(codes(DEFAULT_PATH_TEMPLATE)).to.deep.equal([]);
    });

    const cases: readonly (readonly [string, string])[] = [
      ['', 'empty'],
      ['   ', 'empty'],
      ['x'.repeat(501), 'too_long'],
      ['{author}', 'no_identity'],
      ['/{title}', 'absolute'],
      ['~/{title}', 'absolute'],
      ['C:/{title}', 'forbidden_character'],
      ['{author}/../{title}', 'dot_segment'],
      ['../{title}', 'dot_segment'],
      ['{title}/..', 'dot_segment'],
      ['./{title}', 'dot_segment'],
      ['{author}//{title}', 'empty_segment'],
      ['{author/}/{title}', 'empty_segment'],
      ['{title}/', 'trailing_separator'],
      ['{author}/{title/}', 'trailing_separator'],
      ['{title', 'unclosed_block'],
      ['title}{title}', 'unmatched_brace'],
      ['{a{title}}', 'nested_block'],
      ['{}{title}', 'empty_block'],
      ['{writer}/{title}', 'unknown_variable'],
      ['{author_name}/{title}', 'unknown_variable'],
      ['{title author}', 'several_variables'],
      ['{author}\\{title}', 'unmatched_brace'],
      ['a\\b{title}', 'backslash'],
      ['{title}?', 'forbidden_character'],
    ];
    for (const [source, code] of cases) {
      it(`refuses ${JSON.stringify(source.slice(0, 30))} as ${code}`, () => {
        expect(codes(source)).to.include(code);
      });
    }

    it('reports all errors at once, with their positions', () => {
      const result = compilePathTemplate('{writer}/{seriespart - }{year');

      expect(result).to.have.property('ok', false);
      const errors = result.ok ? [] : result.errors;
      expect(errors.map(({ code, position }) => [code, position])).to.deep.equal([
        ['unknown_variable', 0],
        ['unknown_variable', 9],
        ['unclosed_block', 24],
        ['no_identity', 29],
      ]);
      expect(inEnglish(errors[1]?.message ?? '')).to.include('seriesPart');
    });
  });

  it('previews the sample books, long and Japanese titles among them', () => {
    const preview = previewPathTemplate(compile(DEFAULT_PATH_TEMPLATE));

    expect(preview).to.have.length(SAMPLE_BOOKS.length);
    expect(preview[0]?.path).to.equal('Brandon Sanderson/The Stormlight Archive/1 - The Way of Kings');
    expect(preview[2]?.path).to.match(/^Rebecca Gablé\/Die Waringham-Saga\/1 - Das Lächeln der Fortuna - Ein/);
    expect(preview[3]?.path).to.equal('村上 春樹/ノルウェイの森');
    for (const { path } of preview) for (const segment of path.split('/')) expect(Buffer.byteLength(segment)).to.be.at.most(180);
  });
});
