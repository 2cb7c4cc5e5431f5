import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { codeFiles } from './code-files.js';
import { readJson } from './read-json.js';

const NETWORK = new Set([
  'http',
  'https',
  'http2',
  'net',
  'tls',
  'dgram',
  'got',
  'undici',
  'axios',
  'node-fetch',
  'ky',
  'superagent',
  'ws',
]);
const PROCESSES = new Set(['child_process', 'cluster', 'worker_threads']);
const GLOBALS = new Set(['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource']);

/** `isIP` and the like from `node:net` open nothing. */
function isAddressCheck(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
  if (!bindings || !ts.isNamedImports(bindings) || (node as ts.ImportDeclaration).importClause?.name) return false;
  return bindings.elements.every(({ name, propertyName }) => /^isIP(v[46])?$/.test((propertyName ?? name).text));
}

/** The specifiers that a file imports at run time, and the network globals it uses. */
function readFile(path: string): { readonly specifiers: string[]; readonly globals: string[] } {
  const specifiers: string[] = [];
  const globals: string[] = [];
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const isType = ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly === true : node.isTypeOnly;
      if (!isType && !isAddressCheck(node)) specifiers.push(node.moduleSpecifier.text);
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const { expression: callee, arguments: given } = node;
      const [first] = given ?? [];
      const isImport = callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
      if (isImport && first && ts.isStringLiteral(first)) specifiers.push(first.text);
      const name = ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
      const isGlobal = ts.isIdentifier(callee) || callee.getText(source) === `globalThis.${name}`;
      if (isGlobal && GLOBALS.has(name)) globals.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { specifiers, globals };
}

function packageOf(specifier: string): string {
  const parts = specifier.replace(/^node:/, '').split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

function judge(specifier: string, dependencies: ReadonlySet<string>): string | undefined {
  if (specifier.startsWith('.')) return undefined;
  const name = packageOf(specifier);
  if (NETWORK.has(name)) return `imports ${specifier}: plugins reach the network through ctx.http only`;
  const isBuiltin = specifier.startsWith('node:') || builtinModules.includes(name);
  if (isBuiltin && PROCESSES.has(name)) return `imports ${specifier}: plugins start no processes or threads`;
  if (isBuiltin) return undefined;
  if (name.startsWith('@lectern/') && name !== '@lectern/plugin-api')
    return `imports ${specifier}: plugins import nothing of Lectern's but @lectern/plugin-api`;
  return dependencies.has(name) ? undefined : `imports ${specifier}, which is not among its dependencies`;
}

/** Finds forbidden imports in a plugin's code (`src`, or `dist` without sources); specs may import anything. */
export function checkImports(dir: string): string[] {
  const { dependencies } = readJson(join(dir, 'package.json')) as { dependencies?: object };
  const known = new Set(Object.keys(dependencies ?? {}));
  return codeFiles(dir).flatMap((path) => {
    const { specifiers, globals } = readFile(path);
    const faults = [
      ...specifiers.map((specifier) => judge(specifier, known)).filter((fault) => fault !== undefined),
      ...globals.map((name) => `uses the global ${name}: plugins reach the network through ctx.http only`),
    ];
    return [...new Set(faults)].map((fault) => `${relative(dir, path)} ${fault}`);
  });
}
