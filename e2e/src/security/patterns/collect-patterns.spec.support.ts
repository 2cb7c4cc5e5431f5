import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A regular expression of the server or of a plugin. */
export interface FoundPattern {
  readonly source: string;
  readonly flags: string;
  /** Files that hold it, from the root of the repository. */
  readonly files: readonly string[];
}

/** The patterns of a file, and those that could not be read. */
export interface Collected {
  readonly patterns: readonly FoundPattern[];
  /** Files with a `RegExp` that is not built while the file is loaded, so a person has to check its parts. */
  readonly builtLater: readonly string[];
  /** Members `pattern` of schemas that could not be read. */
  readonly unread: readonly string[];
}

interface Source {
  readonly path: string;
  readonly tree: ts.SourceFile;
}

/** Folders whose code runs in the server, or in the process of a plugin author. */
function roots(): string[] {
  const plugins = readdirSync(`${root}plugins`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ['core/src', 'plugin-api/src', 'plugin-kit/src', ...plugins.map(({ name }) => `plugins/${name}/src`)];
}

function isSource(path: string): boolean {
  return path.endsWith('.ts') && !/\.(?:spec|spec\.support|d)\.ts$|(?:^|\/)test-[a-z-]+\.ts$|__fixtures__/.test(path);
}

function sourcesOf(): Source[] {
  return roots().flatMap((folder) => {
    const paths = readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);
    return paths.filter(isSource).map((path) => {
      const text = readFileSync(root + path, 'utf8');
      return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
    });
  });
}

function walk(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => {
    walk(child, see);
  });
}

function isBuilt(node: ts.Node): boolean {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
}

/** The patterns that a file builds while it is loaded. */
async function builtAtLoad(path: string): Promise<{ readonly source: string; readonly flags: string }[]> {
  const built: { source: string; flags: string }[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given: [string, string?]) {
      const pattern = new target(...given);
      // files that it loads build patterns as well
      const caller = new Error().stack?.split('\n')[2] ?? '';
      if (caller.includes(path)) built.push({ source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    // the query makes it load again, whatever loaded it before
    await import(`${pathToFileURL(root + path).href}?patterns=${Date.now()}`);
  } finally {
    globalThis.RegExp = Original;
  }
  return built;
}

function literalOf(node: ts.RegularExpressionLiteral): { readonly source: string; readonly flags: string } {
  const end = node.text.lastIndexOf('/');
  return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
}

/** The texts of constants by their names, for schemas that name one. */
function constantsOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const { tree } of sources) {
    walk(tree, (node) => {
      if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
      const { name, initializer: value } = node;
      if (ts.isStringLiteralLike(value)) constants.set(name.getText(), value.text);
      // the text of a pattern that is collected elsewhere
      if (value.getText().endsWith('.source')) constants.set(name.getText(), '');
    });
  }
  return constants;
}

/**
 * Returns the text of a `pattern` member; `''` for other nodes and for patterns that are collected elsewhere, `undefined` if it cannot be
 * read.
 */
function schemaPattern(node: ts.Node, constants: ReadonlyMap<string, string>): string | undefined {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'pattern') return '';
  const { initializer: value } = node;
  if (ts.isStringLiteralLike(value)) return value.text;
  if (ts.isIdentifier(value)) return constants.get(value.text);
  // a pattern as such, or the text of one: collected elsewhere
  return isBuilt(value) || ts.isRegularExpressionLiteral(value) || /\.source$/.test(value.getText()) ? '' : undefined;
}

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => (name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value)));
}

function settingsSchemas(): string[] {
  const own = readdirSync(`${root}plugins`).map((name) => `plugins/${name}/settings.schema.json`);
  const templates = readdirSync(`${root}create-lectern-plugin/templates`, { recursive: true, encoding: 'utf8' });
  return [...own, ...templates.filter((path) => path.endsWith('.schema.json')).map((path) => `create-lectern-plugin/templates/${path}`)];
}

/** All regular expressions of the server and the plugins: literals, built ones, and those of schemas. */
export async function collectPatterns(): Promise<Collected> {
  const sources = sourcesOf();
  const constants = constantsOf(sources);
  const found = new Map<string, { source: string; flags: string; files: Set<string> }>();
  const builtLater: string[] = [];
  const unread: string[] = [];
  const add = (source: string, flags: string, path: string): void => {
    const key = `/${source}/${flags}`;
    const entry = found.get(key) ?? { source, flags, files: new Set() };
    found.set(key, entry);
    entry.files.add(relative('.', path));
  };

  for (const { path, tree } of sources) {
    let places = 0;
    walk(tree, (node) => {
      if (ts.isRegularExpressionLiteral(node)) add(literalOf(node).source, literalOf(node).flags, path);
      if (isBuilt(node)) places += 1;
      const pattern = schemaPattern(node, constants);
      if (pattern === undefined) unread.push(`${path}: ${node.getText()}`);
      else if (pattern !== '') add(pattern, 'u', path);
    });
    if (places === 0) continue;
    const built = await builtAtLoad(path);
    for (const { source, flags } of built) add(source, flags, path);
    if (built.length < places) builtLater.push(path);
  }
  for (const path of settingsSchemas()) {
    for (const pattern of patternsIn(JSON.parse(readFileSync(root + path, 'utf8')))) add(pattern, 'u', path);
  }
  const patterns = [...found.values()].map(({ source, flags, files }) => ({ source, flags, files: [...files] }));
  return { patterns, builtLater, unread };
}
