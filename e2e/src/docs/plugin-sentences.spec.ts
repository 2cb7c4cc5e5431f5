import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';

const PLUGINS = fileURLToPath(new URL('../../../plugins/', import.meta.url));

/** Where English is meant: no plugin says it. */
const MEANT: readonly (readonly [file: RegExp, why: string])[] = [
  [/^shelf-goodreads\/src\/client\.ts$/, 'browsers call themselves that'],
  [/^shelf-\w+\/src\/shelf-choices\.ts$/, 'the service calls its shelves that'],
];

/** Words that are written out; what is filled in is an ellipsis. */
function wordsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
    : undefined;
}

/** Several words that begin like a sentence, or that end like one around what is filled in. */
function isSentence(words: string): boolean {
  return /^[\p{Lu}“](?:\S* +\S+){3}/u.test(words) || (words.includes('…') && /\p{L} .*[.!?]$/u.test(words));
}

/** The log is in English. */
function isLogged({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /\blog\.\w+$/.test(parent.expression.getText());
}

/** The sentences in a file of code that are no messages. */
function sentencesIn(code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const words = wordsOf(node);
    if (words !== undefined && isSentence(words) && !isLogged(node)) found.push(words);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true));
  return found;
}

describe('sentences of the bundled plugins', () => {
  it('stand in message files, so that people read them in their language: what is wrong with a download or a source, too', () => {
    const files = readdirSync(PLUGINS, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !/\.spec\.|__fixtures__/.test(file) && !MEANT.some(([meant]) => meant.test(file)),
    );

    const found = files.flatMap((file) => sentencesIn(readFileSync(`${PLUGINS}${file}`, 'utf8')).map((words) => `${file}: ${words}`));

    expect(files.length).to.be.greaterThan(100);
    expect(found).to.deep.equal([]);
  });

  for (const [what, code] of [
    ['a member', "const status = { error: 'The files of this torrent are gone.' };"],
    ['a member with a value', 'const status = { error: `SABnzbd labels it ${labels}.` };'],
    ['a table', "const REASONS = { 'FAILURE/PAR': 'The post is damaged and could not be repaired' };"],
    ['an argument', "const outcome = failed(id, name, 'This indexer is switched off in Prowlarr.');"],
    ['what a function returns', 'const reason = () => `${health} are there, ${needed} are needed.`;'],
  ] as const) {
    it(`are found where they are ${what}`, () => {
      expect(sentencesIn(code)).to.have.length(1);
    });
  }

  it('are not what the log says, keys, or what a service says', () => {
    expect(
      sentencesIn("ctx.log.warn('Discord refused an embed; sending it as text', { key: 'log_says' }); f(`${name}: ${error}`);"),
    ).to.deep.equal([]);
  });
});
