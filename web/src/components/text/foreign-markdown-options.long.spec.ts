import { expect } from 'chai';
import Markdown from 'markdown-to-jsx/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FOREIGN_MARKDOWN, LONGEST_FOREIGN_TEXT } from './foreign-markdown-options.js';

const README = '# Lamp\n\nA **bold** [page](https://lamp.example/a).\n\n- one\n\n```sh\nnpm test\n```\n\n';

const drawn = (text: string) => renderToStaticMarkup(createElement(Markdown, { options: FOREIGN_MARKDOWN }, text));

describe('markdown from strangers', () => {
  /**
   * Milliseconds of processor time for a text that repeats a piece: the least of several runs. The first one compiles and a collection of
   * garbage makes another dearer; nothing makes one cheaper.
   */
  function leastCost(piece: string): number {
    const text = piece.repeat(LONGEST_FOREIGN_TEXT).slice(0, LONGEST_FOREIGN_TEXT);
    const costs = Array.from({ length: 4 }, () => {
      const from = process.cpuUsage();
      drawn(text);
      return process.cpuUsage(from).user / 1_000;
    });
    return Math.min(...costs);
  }

  for (const part of ['> ', '|a|b|\n|-|-|\n', '[^a]: ', '==', '![', '_a ', '[a](http://b.c) ', '<a ', '- ', '`', '*']) {
    it(`costs little more with ${JSON.stringify(part)} repeated endlessly than an honest text of that length`, () => {
      expect(leastCost(part) / leastCost(README)).to.be.below(30);
    });
  }
});
