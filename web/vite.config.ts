import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { finishBuild } from './scripts/finish-build.js';

const CORE = process.env['LECTERN_CORE_URL'] ?? 'http://localhost:3939';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), finishBuild()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    license: { fileName: 'LICENSES.md' },
    chunkSizeWarningLimit: 700,
  },
  server: { port: 5173, proxy: { '/api': { target: CORE, changeOrigin: false } } },
});
