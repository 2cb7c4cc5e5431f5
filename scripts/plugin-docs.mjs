// Writes the parts of docs/plugins that come from the doc comments of the plugin API: `node scripts/plugin-docs.mjs`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = new URL('../', import.meta.url);
const BEGIN = '<!-- generated from the doc comments of plugin-api: node scripts/plugin-docs.mjs -->';
const END = '<!-- end of what is generated -->';

/** The page and the interface of each kind; all are in a file of plugin-api/src/kinds of the same name. */
export const KINDS = {
  indexer: 'Indexer',
  'download-client': 'DownloadClient',
  'media-server': 'MediaServer',
  notifier: 'Notifier',
  'shelf-provider': 'ShelfProvider',
  'ebook-source': 'EbookSource',
  catalog: 'Catalog',
  'sign-in-provider': 'SignInProvider',
};

function parse(path) {
  return ts.createSourceFile(path, readFileSync(new URL(path, root), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The text of a doc comment and its tags, without the stars. */
function docOf(node) {
  const [doc] = node.jsDoc?.slice(-1) ?? [];
  if (!doc) return { text: '', tags: [] };
  const text = (ts.getTextOfJSDocComment(doc.comment) ?? '').trim();
  const tags = (doc.tags ?? []).map((tag) => ({
    name: tag.tagName.text,
    text: [tag.name?.getText?.(), ts.getTextOfJSDocComment(tag.comment)].filter(Boolean).join(' ').trim(),
  }));
  return { text, tags };
}

function since(doc) {
  return doc.tags.find(({ name }) => name === 'since')?.text ?? '';
}

/** A declaration without its comments, on as few lines as it was written. */
function code(node) {
  const printer = ts.createPrinter({ removeComments: true });
  const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  return text
    .replace(/^export /, '')
    .replaceAll('readonly ', '')
    .replace(/^ {4}/gm, '  ')
    .trim();
}

function members(node) {
  return node.members.map((member) => {
    const doc = docOf(member);
    const name = member.name.getText().replace(/^['"]|['"]$/g, '');
    return { name, isOptional: member.questionToken !== undefined, doc, code: code(member) };
  });
}

function declarations(source) {
  return source.statements.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
}

/** Lists the members of a kind that have no comment of their own. */
function undocumented(kind) {
  const source = parse(`plugin-api/src/kinds/${kind}.ts`);
  const main = declarations(source).find((node) => node.name.text === KINDS[kind]);
  return members(main)
    .filter(({ doc }) => doc.text === '')
    .map(({ name }) => name);
}

/** The shapes that indexers and sources hand out and download clients take, for the pages of those who name it. */
const BORROWED = ['Protocol', 'Downloadable'];

function borrowed(name) {
  const node = declarations(parse('plugin-api/src/kinds/download-client.ts')).find((one) => one.name.text === name);
  const { text } = docOf(node);
  return [`### \`${name}\``, '', ...(text ? [text, ''] : []), '```ts', code(node), '```', ''];
}

function kindSection(kind) {
  const source = parse(`plugin-api/src/kinds/${kind}.ts`);
  const all = declarations(source);
  const main = all.find((node) => node.name.text === KINDS[kind]);
  const duties = members(main).flatMap((member) => [
    `### \`${member.name}\`${member.isOptional ? ' (optional)' : ''}`,
    '',
    '```ts',
    member.code,
    '```',
    '',
    member.doc.text,
    '',
  ]);
  const shapes = all
    .filter((node) => node !== main)
    .flatMap((node) => {
      const doc = docOf(node);
      const rows = ts.isInterfaceDeclaration(node)
        ? members(node)
            .filter((member) => member.doc.text !== '')
            .map((member) => `- \`${member.name}\`: ${member.doc.text.replace(/\s*\n\s*/g, ' ')}`)
        : [];
      return [
        `### \`${node.name.text}\``,
        '',
        ...(doc.text ? [doc.text, ''] : []),
        '```ts',
        code(node),
        '```',
        '',
        ...(rows.length > 0 ? [...rows, ''] : []),
      ];
    });
  const own = new Set(all.map((node) => node.name.text));
  const others = BORROWED.filter((name) => !own.has(name) && new RegExp(`\\b${name}\\b`).test(source.text)).flatMap(borrowed);
  return ['## Methods', '', ...duties, '## Shapes', '', ...shapes, ...others].join('\n').trim();
}

/** The whole page of a kind, with its hand-written beginning as it is. */
export function kindPage(kind) {
  const path = new URL(`docs/plugins/kinds/${kind}.md`, root);
  const present = existsSync(path) ? readFileSync(path, 'utf8') : `# ${KINDS[kind]}\n\n`;
  const before = present.split(BEGIN)[0].trimEnd();
  const after = present.split(END)[1]?.trim() ?? '';
  return `${before}\n\n${BEGIN}\n\n${kindSection(kind)}\n\n${END}\n${after ? `\n${after}\n` : ''}`;
}

const FORMS = {
  veto: [
    'Veto',
    'Called one at a time before something happens; the first answer wins. `undefined` means no opinion. A handler that fails has none either, unless it is declared `critical: true`: then it refuses.',
  ],
  transform: [
    'Transform',
    'Called one at a time; each gets the payload that the previous one returned. Return a changed copy, or `undefined` to change nothing. If a handler fails, or its answer does not have the payload’s form, it is ignored.',
  ],
  told: [
    'Told',
    'Called in parallel after something has happened; the answer is ignored. A failing handler is logged and affects no others. After a crash, the same event may be reported twice.',
  ],
};

/** The comment without the form of the hook, which the heading says. */
function sentence(text) {
  const rest = text.replace(/^(Veto|Transform|Told): /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Kinds by hook name, from the object in the source. */
function hookKinds(source) {
  const kinds = new Map();
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) && ts.isStringLiteral(node.initializer)) {
      kinds.set(node.name.text, node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return kinds;
}

export function hooksPage() {
  const source = parse('plugin-api/src/hooks.ts');
  const find = (name) => declarations(source).find((node) => node.name.text === name);
  const kinds = hookKinds(source);
  const answers = new Map(
    members(find('VetoResults')).map(({ name, code: text }) => [
      name,
      text
        .replace(/^'[^']+': /, '')
        .replace(/;$/, '')
        .replace(/\s+/g, ' '),
    ]),
  );
  const hooks = members(find('HookPayloads'));
  const lines = ['# Hooks', '', BEGIN, ''];
  lines.push(
    'A plugin declares handlers in the object that `create` returns; see [an example](examples/hooks-example/src/index.ts). Payloads are plain data and frozen.',
    'A handler has ten seconds; its `signal` fires when they are over or the integration stops. `{ handler, stage }` orders the handlers of a hook:',
    'lower stages first; the default is 0.',
    '',
  );
  for (const [form, [title, text]] of Object.entries(FORMS)) {
    lines.push(`## ${title}`, '', text, '');
    for (const hook of hooks.filter(({ name }) => kinds.get(name) === form)) {
      const version = since(hook.doc);
      lines.push(`### \`${hook.name}\``, '', `${sentence(hook.doc.text)}${version ? ` Since ${version}.` : ''}`, '');
      lines.push('```ts', hook.code.replace(/;$/, ''), '```', '');
      if (answers.has(hook.name)) lines.push(`Answers: \`${answers.get(hook.name)}\` or \`undefined\`.`, '');
    }
  }
  lines.push('## Shapes of payloads', '');
  for (const name of ['BookInfo', 'RequestInfo', 'CandidateInfo', 'Refusal']) {
    const node = find(name);
    const { text } = docOf(node);
    lines.push(`### \`${name}\``, '', ...(text ? [text, ''] : []), '```ts', code(node), '```', '');
  }
  lines.push(END);
  return { page: `${lines.join('\n')}\n`, undocumented: hooks.filter(({ doc }) => doc.text === '').map(({ name }) => name) };
}

/** One list entry for a member, with its type. */
function memberLine({ name, isOptional, doc, code: text }) {
  const type = text
    .replace(/^[^:(]+\??: /, '')
    .replace(/;$/, '')
    .replace(/\s+/g, ' ');
  const version = since(doc);
  const words = doc.text.replace(/\s*\n\s*/g, ' ');
  return `- \`${name}${isOptional ? '?' : ''}\` (\`${type}\`)${words ? `: ${words}` : ''}${version ? ` Since ${version}.` : ''}`;
}

/** The literal that a constant of a module is, without what is said of its type. */
function literalOf(path, constant) {
  const declared = parse(path).statements.filter((node) => ts.isVariableStatement(node));
  let found = declared.flatMap((node) => node.declarationList.declarations).find((node) => node.name.getText() === constant).initializer;
  while (!ts.isArrayLiteralExpression(found) && !ts.isObjectLiteralExpression(found)) found = found.expression;
  return found;
}

const textOf = (object, name) => object.properties.find((one) => one.name.getText() === name).initializer.text;

/** Names that stand in an author's code and are declared as lists in ours. */
export function namesPage() {
  const codes = literalOf('plugin-api/src/integration-error.ts', 'INTEGRATION_ERROR_CODES').elements.map(({ text }) => `- \`${text}\``);
  const faults = literalOf('plugin-kit/src/contract/fault.ts', 'FAULTS').properties.map(({ name, initializer }) => {
    const [, expected] = initializer.elements ?? initializer.expression.elements;
    return `| \`${name.text}\` | \`${expected.text}\` |`;
  });
  const events = literalOf('core/src/features/notifications/notification-events.ts', 'NOTIFICATION_EVENTS').elements.map(
    (event) => `| \`${textOf(event, 'id')}\` | ${textOf(event, 'title')} | \`${textOf(event, 'severity')}\` |`,
  );
  const lines = ['# Names', '', BEGIN, ''];
  lines.push('## Codes of errors', '', 'What an `IntegrationError` may have as its `code`.', '', ...codes, '');
  lines.push(
    '## Faults of the suites',
    '',
    'Names for `except`, and the code that a fault has to end in unless `except` says otherwise.',
    '',
  );
  lines.push('| Fault | Ends in |', '| --- | --- |', ...faults, '');
  lines.push('## Events of notifications', '', 'The `event` of a message, which a notifier may use for a tag or a color.', '');
  lines.push('| Event | Told when | Severity |', '| --- | --- | --- |', ...events, '', END);
  return `${lines.join('\n')}\n`;
}

/** The page of `ctx.http`: all of it but the words before what is generated. */
export function httpPage() {
  const path = new URL('docs/plugins/http.md', root);
  const present = existsSync(path) ? readFileSync(path, 'utf8') : '# Reaching the network\n\n';
  const before = present.split(BEGIN)[0].trimEnd();
  const after = present.split(END)[1]?.trim() ?? '';
  const all = declarations(parse('plugin-api/src/http.ts'));
  const sections = all.flatMap((node) => {
    const { text } = docOf(node);
    return [`## \`${node.name.text}\``, '', ...(text ? [text, ''] : []), ...members(node).map(memberLine), ''];
  });
  const lines = [before, '', BEGIN, '', ...sections, END, ...(after ? ['', after] : [])];
  return `${lines.join('\n')}\n`;
}

/** Every generated page by its path, and what lacks a comment. */
export async function pluginDocs() {
  const { format, resolveConfig } = await import('prettier');
  const config = await resolveConfig(fileURLToPath(new URL('docs/x.md', root)));
  const hooks = hooksPage();
  const pages = new Map([['docs/plugins/hooks.md', hooks.page]]);
  pages.set('docs/plugins/http.md', httpPage());
  pages.set('docs/plugins/names.md', namesPage());
  const missing = hooks.undocumented.map((name) => `hook ${name}`);
  for (const kind of Object.keys(KINDS)) {
    pages.set(`docs/plugins/kinds/${kind}.md`, kindPage(kind));
    missing.push(...undocumented(kind).map((name) => `${KINDS[kind]}.${name}`));
  }
  for (const [path, text] of pages) pages.set(path, await format(text, { ...config, parser: 'markdown' }));
  return { pages, missing };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { pages, missing } = await pluginDocs();
  for (const [path, text] of pages) writeFileSync(new URL(path, root), text);
  if (missing.length > 0) console.error(`without a doc comment: ${missing.join(', ')}`);
}
