#!/usr/bin/env node
// Stands here and not in dist/: npm links only programs that are there when it installs, which is before anything is built.
import { existsSync } from 'node:fs';

const program = new URL('../dist/bundle/cli.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error('Lectern is not built yet. Run: npm run build');
  process.exitCode = 1;
}
