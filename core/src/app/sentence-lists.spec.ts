import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
const CODE = /^(?:core|plugins\/[^/]+)\/src\/.*\.ts$/;
const OF_TESTS = /\.spec\.|__fixtures__|(?:^|\/)test-|\/testing\//;

/** What makes a sentence of a key and an object with values; plugins have the last two. */
const SAYERS = ['sentence', 'waitReason', 'fault', 'detail'];

/** A list as English writes it, with a comma, or as a program does. */
const SEPARATOR = /^(?:, ?| and )$/;

/** What a name stands for, and where it does. */
interface Meaning {
  readonly means: ts.Node;
  readonly within: ts.Node;
}

function scopeOf(node: ts.Node): ts.Node {
  return ts.isBlock(node) || ts.isSourceFile(node) ? node : scopeOf(node.parent);
}

/** What each name of a file stands for, as far as that is written there: what it is set to, or what it gives back. */
function meanings(file: ts.SourceFile): ReadonlyMap<string, readonly Meaning[]> {
  const found = new Map<string, Meaning[]>();
  const visit = (node: ts.Node): void => {
    const means = ts.isVariableDeclaration(node) ? node.initializer : ts.isFunctionDeclaration(node) ? node.body : undefined;
    const name = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) ? node.name : undefined;
    if (means && name && ts.isIdentifier(name))
      found.set(name.text, [...(found.get(name.text) ?? []), { means, within: scopeOf(node.parent) }]);
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Functions of a file that hand their values on to a sentence. */
function wrappers(file: ts.SourceFile): readonly string[] {
  return file.statements.flatMap((node) => {
    const takesValues = ts.isFunctionDeclaration(node) && node.parameters.some(({ name }) => name.getText(file) === 'values');
    return takesValues && node.name ? [node.name.text] : [];
  });
}

function isJoined(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression) || node.expression.name.text !== 'join') return false;
  const [separator] = node.arguments;
  return separator === undefined || (ts.isStringLiteralLike(separator) && SEPARATOR.test(separator.text));
}

/** The lists within what sentences of a file are filled in with that are one text already. */
function joinedLists(code: string): string[] {
  const file = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true);
  const means = meanings(file);
  const sayers = new Set([...SAYERS, ...wrappers(file)]);
  const found = new Set<string>();

  function search(node: ts.Node, followed: ReadonlySet<string>): void {
    if (isJoined(node)) found.add(node.getText(file));
    if (ts.isIdentifier(node) && !followed.has(node.text)) {
      const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
      const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
      for (const { means: meaning, within } of isMember || isName ? [] : (means.get(node.text) ?? [])) {
        if (within.pos <= node.pos && node.end <= within.end) search(meaning, new Set([...followed, node.text]));
      }
    }
    node.forEachChild((child) => search(child, followed));
  }

  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && sayers.has(node.expression.text)) {
      const values = node.arguments.find((argument) => ts.isObjectLiteralExpression(argument));
      if (values) search(values, new Set());
    }
    node.forEachChild(visit);
  };
  visit(file);
  return [...found];
}

/** The program's own code below a folder, packages that are installed there left out. */
async function filesIn(dir: string): Promise<string[]> {
  const packages = dir === 'core' ? ['core'] : (await readdir(join(REPOSITORY, dir))).map((name) => `${dir}/${name}`);
  const lists = await Promise.all(
    packages.map(async (name) =>
      (await readdir(join(REPOSITORY, name, 'src'), { recursive: true }).catch(() => [])).map((file) => `${name}/src/${file}`),
    ),
  );
  return lists.flat().filter((file) => CODE.test(file) && !OF_TESTS.test(file));
}

describe('lists in sentences', () => {
  it('are found where they are one text, also by another name, from a function, or past one that hands values on', () => {
    expect(joinedLists("sentence('a', { names: names.join(', ') })")).to.have.length(1);
    expect(joinedLists("const all = names.join(','); fault('CODE', 'a', { values: { all }, field: 'x' })")).to.have.length(1);
    expect(joinedLists("function some(all) { return `${all.join(' and ')}!`; } detail('a', { some: some(all) })")).to.have.length(1);
    expect(
      joinedLists("function wrong(key, values) { return fault('CODE', key, { values }); } wrong('a', { b: c.join() })"),
    ).to.have.length(1);
    expect(joinedLists("function other() { const all = b.join(); } sentence('a', { all })")).to.deep.equal([]);
    expect(joinedLists("const text = names.join(', '); sentence('a', { names, size: x.text, text: 1 })")).to.deep.equal([]);
  });

  it('are lists, so that each reader has the commas and the “and” of their language', async () => {
    const files = (await Promise.all(['core', 'plugins'].map((dir) => filesIn(dir)))).flat();
    const found: string[] = [];
    for (const file of files) {
      const code = await readFile(join(REPOSITORY, file), 'utf8');
      if (code.includes('.join(')) found.push(...joinedLists(code).map((text) => `${file}: ${text}`));
    }

    expect(files.length).to.be.greaterThan(500);
    expect(found).to.deep.equal([]);
  });
});
