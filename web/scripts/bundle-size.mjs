// Prints what the first load of the home page costs on the wire, and fails above the limits: what the server sends to a
// browser of today, which is the `.br` beside a file where there is one. The entry, what it imports, and the home page.
import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../dist');
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
const FIRST_LOAD = ['index.html', 'src/pages/home/home-page.tsx'];
/** Bytes. */
const LIMITS = { '.js': 180_000, '.css': 40_000 };

const files = new Set();
function visit(key) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const file of chunk.css ?? []) files.add(file);
  for (const next of chunk.imports ?? []) visit(next);
}
FIRST_LOAD.forEach(visit);

async function served(file) {
  const sizes = await Promise.all(
    [`${file}.br`, file].map((name) =>
      stat(join(dist, name)).then(
        ({ size }) => size,
        () => undefined,
      ),
    ),
  );
  return sizes[0] ?? sizes[1] ?? 0;
}

const totals = { '.js': 0, '.css': 0 };
for (const file of files) {
  const size = await served(file);
  totals[extname(file)] += size;
  console.log(`${String(size).padStart(8)}  ${file}`);
}
for (const [kind, limit] of Object.entries(LIMITS)) {
  console.log(`${String(totals[kind]).padStart(8)}  first load of home, ${kind} as it is sent (limit ${limit})`);
  if (totals[kind] > limit) process.exitCode = 1;
}
