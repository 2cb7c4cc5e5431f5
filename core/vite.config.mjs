// How the server is bundled: most of a start was Node.js finding and reading a thousand small modules.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vite';

const typeorm = createRequire(import.meta.url).resolve('typeorm');
const { peerDependencies } = JSON.parse(readFileSync(join(dirname(typeorm), 'package.json'), 'utf8'));

/** The page of the API shows Swagger UI, of which it needs these files. The package has five more builds of it. */
const copySwaggerUi = {
  name: 'copy-swagger-ui',
  writeBundle({ dir }) {
    const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'];
    mkdirSync(join(dir, 'api-docs'), { recursive: true });
    for (const file of files) cpSync(join(from, file), join(dir, 'api-docs', file));
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [copySwaggerUi],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/bundle',
    sourcemap: true,
    minify: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: {
        cli: 'src/cli.ts',
        // what plugin-kit imports: a test host, and the network door of plugins
        index: 'src/index.ts',
        'plugin-http': 'src/platform/http-client/plugin-http.ts',
        // read by whoever starts the program
        'node-flags': 'src/cli/node-flags.ts',
        // started as a process of its own, from beside the code that starts it
        'check-child': 'src/plugin-host/installer/check-child.ts',
        // a thread of its own, likewise
        'watchdog-thread': 'src/plugin-host/watchdog/watchdog-thread.ts',
      },
      // plugins bring their own copy of the plugin API's types and share this one at run time; the rest is native or optional,
      // and piscina starts its threads from a file beside its own
      external: [/^@lectern\/(?!messages(?:\/|$))/, ...Object.keys(peerDependencies), 'piscina'],
      // one old package has it for old browsers
      checks: { eval: false },
      output: {
        comments: false,
        chunkFileNames: '[name]-[hash].js',
        // CommonJS packages ask for it
        banner:
          "import { dirname as __dirnameOf } from 'node:path'; import { fileURLToPath as __pathOf } from 'node:url';\n" +
          'const __filename = __pathOf(import.meta.url); const __dirname = __dirnameOf(__filename);',
      },
    },
  },
  // three packages bring one of their own, and each reads the table of all media types
  resolve: {
    // the messages are bundled from their sources
    alias: [
      { find: '@lectern/messages/server', replacement: join(import.meta.dirname, '../messages/src/server.ts') },
      { find: '@lectern/messages', replacement: join(import.meta.dirname, '../messages/src/index.ts') },
    ],
    dedupe: ['mime-types', 'mime-db'],
  },
  ssr: { noExternal: true },
});
