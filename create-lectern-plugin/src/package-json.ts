import type { PluginKind } from './plugin-kinds.js';
import type { PluginNames } from './plugin-names.js';

/** The plugin API a new plugin is written for. */
const PLUGIN_API = '^1.8.0';

/** The packages that a new plugin is built and tested with. */
export const DEV_DEPENDENCIES: Readonly<Record<string, string>> = {
  '@eslint/js': '^10.0.0',
  '@lectern/plugin-kit': '^1.4.0',
  '@types/mocha': '^10.0.0',
  '@types/node': '^20.19.0',
  eslint: '^10.15.0',
  mocha: '^12.0.3',
  typescript: '^6.0.3',
  'typescript-eslint': '^8.73.0',
};

/** The package.json of a new plugin, including its manifest. */
export function packageJson(kind: PluginKind, names: PluginNames, description: string): object {
  return {
    name: names.packageName,
    version: '0.1.0',
    description,
    license: 'MIT',
    type: 'module',
    keywords: ['lectern-plugin'],
    engines: { node: '>=20.19' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
    files: ['dist', '!dist/**/*.spec.*', 'messages', 'settings.schema.json', 'README.md', 'CHANGELOG.md'],
    scripts: {
      build: 'tsc',
      test: 'mocha',
      lint: 'eslint .',
      prepack: 'tsc',
      'plugin-api': 'node scripts/plugin-api.js',
    },
    lectern: {
      manifest: 1,
      id: names.id,
      api: PLUGIN_API,
      provides: [kind.provides],
      instances: kind.instances,
      displayName: names.displayName,
      settings: './settings.schema.json',
      messages: './messages',
      hosts: ['settings:baseUrl'],
      recommends: [],
    },
    dependencies: { '@lectern/plugin-api': PLUGIN_API },
    devDependencies: DEV_DEPENDENCIES,
  };
}
