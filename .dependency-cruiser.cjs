/** Who may import whom; the table stands in docs/architecture.md. */
const OWN = '^(messages|plugin-api|plugin-kit|core|plugins|web|testbed|simulators|demo|bench|e2e)/';
/** Features by floor, the lowest first. A feature imports features of lower floors. */
const FLOORS = require('./core/feature-floors.json');
const features = (names) => `^core/src/features/(${names.join('|')})/`;
const spec = '\\.spec\\.ts$|\\.spec\\.support\\.ts$|__fixtures__|/test-[a-z-]+\\.ts$|-contract\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: spec },
      to: { circular: true },
    },
    {
      name: 'plugin-api-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^plugin-api/src', pathNot: spec },
      to: { path: OWN, pathNot: '^plugin-api/' },
    },
    {
      name: 'messages-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^messages/src', pathNot: spec },
      to: { path: OWN, pathNot: '^messages/' },
    },
    {
      name: 'plugins-import-plugin-api-only',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/src', pathNot: spec },
      to: { path: OWN, pathNot: ['^plugin-api/', '^plugins/$1/'] },
    },
    {
      name: 'plugin-specs-never-import-core-or-each-other',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/src' },
      to: { path: '^(core|web|bench|e2e|plugins)/', pathNot: '^plugins/$1/' },
    },
    {
      name: 'error-codes-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^core/src/error-codes', pathNot: spec },
      to: { path: OWN, pathNot: '^core/src/error-codes/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^core/src/platform', pathNot: spec },
      to: { path: '^core/src/(plugin-host|files|features)' },
    },
    {
      name: 'files-import-the-platform-only',
      severity: 'error',
      from: { path: '^core/src/files', pathNot: spec },
      to: { path: '^core/src/(plugin-host|features|app|cli)' },
    },
    {
      name: 'plugin-host-knows-no-feature',
      severity: 'error',
      from: { path: '^core/src/plugin-host', pathNot: spec },
      to: { path: '^core/src/(files|features)' },
    },
    {
      name: 'only-cli-and-tests-import-app',
      severity: 'error',
      from: { path: '^core/src', pathNot: [spec, '^core/src/(cli|index|app)\\.ts$', '^core/src/app/', '^core/src/cli/'] },
      to: { path: '^core/src/app' },
    },
    {
      name: 'only-app-puts-features-together',
      comment: 'The feature.ts of a feature is for the list in core/src/app/features.ts.',
      severity: 'error',
      from: { path: '^core/src', pathNot: [spec, '^core/src/app/features\\.ts$'] },
      to: { path: '^core/src/features/[^/]+/feature\\.ts$' },
    },
    ...FLOORS.flatMap((floor, height) =>
      floor.map((feature) => ({
        name: `${feature}-imports-lower-floors-only`,
        comment: 'The floors stand in core/feature-floors.json.',
        severity: 'error',
        from: { path: features([feature]), pathNot: spec },
        to: {
          path: features(
            FLOORS.slice(height)
              .flat()
              .filter((other) => other !== feature),
          ),
        },
      })),
    ).filter(({ to }) => to.path !== features([])),
    {
      name: 'features-stand-on-a-floor',
      severity: 'error',
      from: { path: '^core/src/features/', pathNot: [spec, features(FLOORS.flat())] },
      to: {},
    },
    {
      name: 'features-never-reach-into-routes-or-entities',
      comment: 'A feature meets another through its index, its service or its types; rows are types, tables are not.',
      severity: 'error',
      from: { path: '^core/src/features/([^/]+)/', pathNot: spec },
      to: {
        path: '^core/src/features/[^/]+/(.*routes|entities)\\.ts$',
        pathNot: '^core/src/features/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-imports-no-server-code',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(core|plugin-host|plugin-kit|plugins|testbed|simulators|demo|bench|e2e)/' },
    },
    {
      name: 'testbed-imports-plugin-api-only',
      severity: 'error',
      from: { path: '^testbed/src', pathNot: spec },
      to: { path: OWN, pathNot: '^(testbed|plugin-api)/' },
    },
    {
      name: 'simulators-import-the-testbed-only',
      severity: 'error',
      from: { path: '^simulators/src', pathNot: spec },
      to: { path: OWN, pathNot: '^(simulators|testbed|plugin-api)/' },
    },
    {
      name: 'demo-imports-simulators-only',
      comment: 'It drives Lectern as any other client does, through the public API.',
      severity: 'error',
      from: { path: '^demo/src', pathNot: spec },
      to: { path: OWN, pathNot: '^(demo|simulators|testbed|plugin-api)/' },
    },
    {
      name: 'bench-and-e2e-import-core-by-name',
      comment: 'What they need of the server stands in one list, core/src/testing.ts. A path into its sources leads nowhere once compiled.',
      severity: 'error',
      from: { path: '^(bench|e2e)/src' },
      to: { path: '^core/src/', pathNot: '^core/src/(index|testing)\\.ts$' },
    },
    {
      name: 'plugin-kit-imports-plugin-api-only',
      severity: 'error',
      from: { path: '^plugin-kit/src', pathNot: spec },
      to: { path: OWN, pathNot: '^(plugin-kit|plugin-api)/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: { pathNot: [spec, '^web/'] },
      to: { couldNotResolve: true, pathNot: 'schema.generated' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|__fixtures__)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['lectern-source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
