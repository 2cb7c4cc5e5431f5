// How the server is bundled: most of a start was Node.js finding and reading a thousand small modules.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vite';

const typeorm = createRequire(import.meta.url).resolve('typeorm');
const { peerDependencies } = JSON.parse(readFileSync(join(dirname(typeorm), 'package.json'), 'utf8'));

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
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
        // started as a process of its own, from beside the code that starts it
        'check-child': 'src/plugin-host/installer/check-child.ts',
        // a thread of its own, likewise
        'watchdog-thread': 'src/plugin-host/watchdog/watchdog-thread.ts',
      },
      // plugins bring their own copy of the plugin API's types and share this one at run time; the rest is native or optional,
      // and piscina starts its threads from a file beside its own
      external: [/^@lectern\//, ...Object.keys(peerDependencies), 'piscina'],
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
  resolve: { dedupe: ['mime-types', 'mime-db'] },
  ssr: { noExternal: true },
});
