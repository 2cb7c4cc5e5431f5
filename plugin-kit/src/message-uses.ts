import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** An error or a detail of a check that a plugin makes by a key of its messages. */
export interface MessageUse {
  /** The keys that it may be; empty if they are not written there. */
  readonly keys: readonly string[];
  /** The names that it is filled in with; absent if they are not written there. */
  readonly values?: readonly string[];
}

export interface MessageUses {
  readonly uses: readonly MessageUse[];
  /** Whether a key occurs as a text, or as one that is put together around a value. */
  readonly isNamed: (key: string) => boolean;
}

/** The texts that an expression may be, as far as they are written there. */
function textsOf(node: ts.Expression | undefined): string[] | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (!ts.isConditionalExpression(node)) return undefined;
  const [yes, no] = [textsOf(node.whenTrue), textsOf(node.whenFalse)];
  return yes && no ? [...yes, ...no] : undefined;
}

function namesIn(node: ts.ObjectLiteralExpression): string[] | undefined {
  const names = node.properties.map(({ name }) => (name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined));
  return names.every((name) => name !== undefined) ? names : undefined;
}

function memberOf(node: ts.ObjectLiteralExpression, wanted: string): ts.Expression | undefined {
  const member = node.properties.find(({ name }) => name && ts.isIdentifier(name) && name.text === wanted);
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

/** The names of an object's members; `undefined` if another part of the program decides them. */
function namesGiven(values: ts.Expression | undefined): string[] | undefined {
  if (values === undefined) return [];
  return ts.isObjectLiteralExpression(values) ? namesIn(values) : undefined;
}

/** The names of `values`; `undefined` if another part of the program decides them. */
function valuesOf(options: ts.Expression | undefined): string[] | undefined {
  if (options === undefined) return [];
  if (!ts.isObjectLiteralExpression(options)) return undefined;
  const members = namesIn(options);
  if (members === undefined) return undefined;
  if (!members.includes('values')) return [];
  const values = memberOf(options, 'values');
  return values && namesGiven(values);
}

function patternOf(node: ts.TemplateExpression): RegExp {
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 's');
}

/** How the code of a plugin uses its messages: `fault(code, key, { values })`, `detail(key, values)`, and `{ key, values }` as the sentence of an error. */
export function messageUses(files: readonly string[]): MessageUses {
  const uses: MessageUse[] = [];
  const texts = new Set<string>();
  const patterns: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    // a template that is nothing but values would name everything
    if (ts.isTemplateExpression(node) && /\w\w/.test(node.head.text + node.templateSpans.map(({ literal }) => literal.text).join(''))) {
      patterns.push(patternOf(node));
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'fault') {
      const [, key, options] = node.arguments;
      uses.push({ keys: textsOf(key) ?? [], values: valuesOf(options) });
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'detail') {
      const [key, values] = node.arguments;
      uses.push({ keys: textsOf(key) ?? [], values: namesGiven(values) });
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'sentence' && ts.isObjectLiteralExpression(node.initializer)) {
      uses.push({ keys: textsOf(memberOf(node.initializer, 'key')) ?? [], values: valuesOf(node.initializer) });
    }
    ts.forEachChild(node, visit);
  };
  for (const path of files) visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return { uses, isNamed: (key) => texts.has(key) || patterns.some((pattern) => pattern.test(key)) };
}
