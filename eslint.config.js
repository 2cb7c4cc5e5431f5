import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const HTTP_CLIENTS = ['got', 'undici', 'node:http', 'node:https', 'node:http2', 'http', 'https', 'http2', 'axios', 'node-fetch'];
const SOCKETS = ['node:net', 'node:tls', 'node:dgram', 'net', 'tls', 'dgram'];
const PROCESSES = ['node:child_process', 'child_process'];
const NETWORK_GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];
const SPECS = ['**/*.spec.ts', '**/*.spec.support.ts', '**/__fixtures__/**', '**/test-*.ts'];
/** The files that start other programs, each without a shell. */
const PROGRAM_STARTERS = [
  'core/src/files/checking/command-runner.ts',
  'core/src/files/merging/encoder.ts',
  'core/src/files/merging/process-identity.ts',
  'core/src/plugin-host/installer/check-in-child.ts',
  'core/src/plugin-host/installer/run-bounded.ts',
];
/** The library for e-mail opens sockets of its own: the session gives it one that the guard has admitted, the composer opens none. */
const MAIL_LIBRARY_USERS = ['core/src/features/mail/compose-mail.ts', 'core/src/features/mail/smtp-session.ts'];
const NO_MAIL_LIBRARY = [
  'ImportDeclaration[importKind="value"][source.value=/^nodemailer/]',
  'ImportExpression[source.value=/^nodemailer/]',
  "CallExpression[callee.name='require'][arguments.0.value=/^nodemailer/]",
].map((selector) => ({ selector, message: 'It opens sockets past the guard: send e-mail by the mailer of features/mail.' }));
const NO_RAW_MARKUP = [
  "JSXAttribute[name.name='dangerouslySetInnerHTML']",
  "JSXAttribute[name.name='srcDoc']",
  'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|srcdoc)$/]',
  "CallExpression[callee.property.name='insertAdjacentHTML']",
  "CallExpression[callee.object.name='document'][callee.property.name=/^write(ln)?$/]",
].map((selector) => ({ selector, message: 'Titles and names are hostile: show text, never markup.' }));
const KEEPS_THE_FOCUS = 'Whoever pressed it would lose the focus: use ActionButton, with `loading` or `blocked`, or `aria-disabled`.';
/** Controls that are switched off while their own work runs. */
const NO_LOST_FOCUS = [
  'JSXOpeningElement[name.name=/^(Button|ActionIcon)$/] > JSXAttribute[name.name="loading"]',
  'JSXAttribute[name.name="disabled"] > JSXExpressionContainer > Identifier[name=/^(busy|loading|running|isPending)$/]',
  'JSXAttribute[name.name="disabled"] > JSXExpressionContainer > MemberExpression[property.name="isPending"]',
].map((selector) => ({ selector, message: KEEPS_THE_FOCUS }));
/** Addresses that the browser itself resolves, and which miss the path that the server may be below. */
const NO_ROOTED_ADDRESSES = ['Literal[value=/^\\u002F/]', 'TemplateLiteral[quasis.0.value.raw=/^\\u002F/]']
  .flatMap((address) => [
    `JSXAttribute[name.name='href'] > ${address}`,
    `JSXAttribute[name.name='href'] > JSXExpressionContainer > ${address}`,
    `JSXOpeningElement[name.name=/^[a-z]/] > JSXAttribute[name.name='src'] > ${address}`,
    `JSXOpeningElement[name.name=/^[a-z]/] > JSXAttribute[name.name='src'] > JSXExpressionContainer > ${address}`,
    `CallExpression[callee.name='fetch'] > ${address}.arguments`,
    `NewExpression[callee.name=/^(EventSource|Request|WebSocket)$/] > ${address}.arguments`,
    `CallExpression[callee.property.name='open'] > ${address}.arguments`,
    `CallExpression[callee.property.name=/^(assign|replace|push|register)$/][callee.object.property.name=/^(location|history|serviceWorker)$/] > ${address}.arguments`,
  ])
  // what is assigned is mostly a variable, of which nothing can be told here
  .concat('AssignmentExpression[left.property.name=/^(href|src)$/]:not([right.callee.name="withBase"])')
  .map((selector) => ({ selector, message: 'The server may be below a path of its host: use withBase of api/base-path.' }));
/** What the browser shares among all servers of a host. */
const NO_SHARED_NAMES = [
  "NewExpression[callee.name='BroadcastChannel'] > Literal.arguments",
  "CallExpression[callee.object.property.name='locks'] > Literal.arguments",
  "CallExpression[callee.object.name='caches'] > Literal.arguments",
].map((selector) => ({ selector, message: 'Another Lectern may be below another path of the host: use nameHere of api/base-path.' }));
const NO_ENGLISH_MARKS = [
  'TemplateLiteral[expressions.length>1] > TemplateElement[value.cooked=/^[:,] $/]',
  'CallExpression[callee.property.name="join"] > Literal[value=/^[:,] $/].arguments',
  'JSXText[value=/^\\s*[:,]\\s*$/]',
].map((selector) => ({ selector, message: 'Colons and commas differ by language: use labelled or joinNames of i18n/join-names.' }));
const NO_SHELL = [
  { selector: "Property[key.name='shell']:not([value.value=false])", message: 'Programs get a list of arguments, never a shell.' },
  { selector: 'ImportSpecifier[imported.name=/^(exec|execSync)$/]', message: 'Programs get a list of arguments, never a shell.' },
];
const NO_LINGERING_SIGNALS = {
  object: 'AbortSignal',
  property: 'any',
  message: 'It stays in memory while somebody listens: link signals by platform/http-client/linked-signal and release them.',
};
const NO_HANDMADE_KEYS = {
  selector: "Property[key.name='singletonKey']",
  message: 'Declare the job with `defineJob`: its key follows from its payload, for everybody who enqueues it.',
};
const NO_UNTYPED_JSON = {
  selector: "CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
  message: 'The entity says what a column holds, by `json<T>()`: read it with `readJson`.',
};
/** What a busy machine decides: how long something took, and how much of the time was left. */
const NO_TIMED_ASSERTIONS = [
  'CallExpression[callee.property.name=/^(below|lessThan|lt|lte|most|within|closeTo)$/] > .callee BinaryExpression[operator="-"] > CallExpression.left[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
  'MemberExpression[property.name=/^(eventLoopUtilization|monitorEventLoopDelay|cpuUsage|hrtime)$/]',
].map((selector) => ({
  selector,
  message: 'A busy machine decides it: count work, wait for an event, or measure it in a *.long.spec.ts.',
}));
/** One generous limit for all: the one of Mocha and the one of `until`. Longer ones are rare and say why; shorter ones fail on a busy machine. */
const NO_SHORT_LIMITS = [
  'CallExpression[callee.property.name="timeout"][callee.object.name!="AbortSignal"] > Literal[value<300000].arguments',
  'CallExpression[callee.name="until"] > ObjectExpression > Property[key.name="timeoutMs"]',
].map((selector) => ({ selector, message: 'A busy machine does not keep it: leave the limit to Mocha and to `until`.' }));
const NO_ENUMS = { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' };
/** Members stand one to a line; a spread that only packs several onto one hides them. */
const NO_PACKING = {
  selector: 'ObjectExpression > SpreadElement[argument.type="ObjectExpression"]',
  message: 'Write the members themselves, one to a line.',
};

/**
 * Keeps code from reaching the network past the guard. Types may be imported, and what listens or only reads addresses.
 *
 * @param {string} message
 * @param {string[]} alsoNot modules that are closed as well
 * @param {{ selector: string, message: string }[]} moreSyntax what else may not be written
 */
function onlyThroughTheGuard(message, alsoNot = [], moreSyntax = []) {
  const closed = [...HTTP_CLIENTS, ...SOCKETS, ...alsoNot];
  const allowImportNames = ['createServer', 'Server', 'ServerResponse', 'IncomingMessage', 'isIP', 'isIPv4', 'isIPv6'];
  return {
    'no-restricted-imports': 'off',
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { paths: closed.map((name) => ({ name, message, allowTypeImports: true, ...(alsoNot.includes(name) ? {} : { allowImportNames }) })) },
    ],
    'no-restricted-globals': ['error', ...NETWORK_GLOBALS.map((name) => ({ name, message }))],
    'no-restricted-properties': [
      'error',
      NO_LINGERING_SIGNALS,
      ...NETWORK_GLOBALS.map((property) => ({ object: 'globalThis', property, message })),
    ],
    'no-restricted-syntax': [
      'error',
      NO_ENUMS,
      NO_PACKING,
      ...NO_SHELL,
      ...moreSyntax,
      { selector: `ImportExpression[source.value=/^(${closed.join('|')})$/]`, message },
      { selector: `CallExpression[callee.name='require'][arguments.0.value=/^(${closed.join('|')})$/]`, message },
    ],
  };
}

export default tseslint.config(
  {
    ignores: [
      '.cache/**',
      '**/dist/**',
      '**/node_modules/**',
      '**/__fixtures__/**',
      'data/**',
      '**/*.generated.ts',
      'create-lectern-plugin/templates/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    // one program for all that runs on the server: with one for each package, each would check the types of those below it again
    languageOptions: { parserOptions: { project: ['tsconfig.lint.json', 'web/tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', NO_ENUMS, NO_PACKING],
      'no-restricted-properties': ['error', NO_LINGERING_SIGNALS],
      'max-lines': ['error', { max: 600 }],
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      // chai's property assertions are expressions
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['{bench,core,create-lectern-plugin,demo,plugin-api,plugin-kit,simulators,testbed}/src/**/*.ts', 'plugins/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.spec.support.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 100 }] },
  },
  {
    files: ['plugins/*/src/**/*.ts'],
    ignores: SPECS,
    rules: onlyThroughTheGuard('Plugins reach the network through ctx.http only, and start no programs.', PROCESSES, NO_MAIL_LIBRARY),
  },
  {
    files: ['core/src/**/*.ts'],
    ignores: ['core/src/platform/http-client/**', ...PROGRAM_STARTERS, ...SPECS],
    rules: onlyThroughTheGuard(
      'Every request goes through platform/http-client, every program through files/checking/run-command.',
      PROCESSES,
      NO_MAIL_LIBRARY,
    ),
  },
  {
    files: ['core/src/app/**/*.ts'],
    ignores: SPECS,
    rules: onlyThroughTheGuard(
      'Every request goes through platform/http-client, every program through files/checking/run-command.',
      PROCESSES,
      [NO_HANDMADE_KEYS, ...NO_MAIL_LIBRARY],
    ),
  },
  {
    files: ['core/src/features/**/*.ts'],
    ignores: SPECS,
    rules: onlyThroughTheGuard(
      'Every request goes through platform/http-client, every program through files/checking/run-command.',
      PROCESSES,
      [NO_HANDMADE_KEYS, NO_UNTYPED_JSON, ...NO_MAIL_LIBRARY],
    ),
  },
  {
    files: MAIL_LIBRARY_USERS,
    rules: onlyThroughTheGuard(
      'Every request goes through platform/http-client, every program through files/checking/run-command.',
      PROCESSES,
      [NO_HANDMADE_KEYS, NO_UNTYPED_JSON],
    ),
  },
  {
    files: PROGRAM_STARTERS,
    rules: onlyThroughTheGuard('Every request goes through platform/http-client.'),
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'max-lines-per-function': ['error', { max: 100 }],
      'no-restricted-syntax': [
        'error',
        NO_ENUMS,
        NO_PACKING,
        ...NO_RAW_MARKUP,
        ...NO_LOST_FOCUS,
        ...NO_ROOTED_ADDRESSES,
        ...NO_SHARED_NAMES,
        ...NO_ENGLISH_MARKS,
      ],
      'no-eval': 'error',
      'no-new-func': 'error',
    },
  },
  {
    files: ['**/*.spec.ts', '**/*.spec.support.ts'],
    ignores: ['**/*.long.spec.ts', 'docs/**'],
    rules: { 'no-restricted-syntax': ['error', NO_ENUMS, NO_PACKING, ...NO_TIMED_ASSERTIONS, ...NO_SHORT_LIMITS] },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: { 'max-lines': ['error', { max: 600 }] },
    languageOptions: {
      globals: {
        AbortSignal: 'readonly',
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        setImmediate: 'readonly',
        require: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        module: 'readonly',
        performance: 'readonly',
        structuredClone: 'readonly',
      },
    },
  },
);
