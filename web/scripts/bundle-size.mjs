// Prints what the first load of the home page costs in gzipped script: the entry, what it imports, and the home chunk.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = resolve(import.meta.dirname, '../dist');
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
const FIRST_LOAD = ['index.html', 'src/pages/home/home-page.tsx'];
const LIMIT = 200_000;

const files = new Set();
function visit(key) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const next of chunk.imports ?? []) visit(next);
}
FIRST_LOAD.forEach(visit);

let total = 0;
for (const file of files) {
  const size = gzipSync(await readFile(join(dist, file)), { level: 9 }).length;
  total += size;
  console.log(`${String(size).padStart(8)}  ${file}`);
}
console.log(`${String(total).padStart(8)}  first load of home, gzipped script (limit ${LIMIT})`);
if (total > LIMIT) process.exitCode = 1;
