import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { fillTranslations } from './scripts/fill-translations.js';
import { finishBuild } from './scripts/finish-build.js';

const CORE = process.env['LECTERN_CORE_URL'] ?? 'http://localhost:3939';

export default defineConfig({
  root: import.meta.dirname,
  // the server may be below a path of its host, so that files name each other by where they are
  base: './',
  // the messages are bundled from their sources
  resolve: { conditions: ['lectern-source', ...defaultClientConditions] },
  plugins: [fillTranslations(), react(), finishBuild()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    license: { fileName: 'LICENSES.md' },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each group takes what its modules import, unless one above it has it.
          groups: [
            // what every page starts with
            { name: 'start', tags: ['$initial'], priority: 5 },
            // the first page of nearly everybody, and what it shows: most pages show books
            { name: 'home', test: /\/src\/pages\/home\/home-page\.tsx$/, priority: 4 },
            // follows when the first page is there
            { name: 'toaster', test: /\/src\/components\/feedback\/toaster\.tsx$/, priority: 3 },
            // otherwise a file each
            { name: 'icons', test: /\/@tabler\/icons-react\//, priority: 1 },
            { name: 'overlays', test: /\/@mantine\/core\/esm\/components\/(Drawer|Menu|Modal|Popover)\//, priority: 1 },
            { name: 'controls', test: /\/@mantine\/(core|hooks)\// },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': { target: CORE, changeOrigin: false } } },
});
