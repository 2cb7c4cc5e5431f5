// Prints what the first load of the home page costs, and the visit after it: `npm run first-load`
import { parseArgs } from 'node:util';
import { loadPage, PHONE, type LoadFigures, type Transfer } from './first-load-figures.js';
import { seedScene } from './seeded-scene.js';
import { withScene } from './with-scene.js';

const { path, files: listsFiles } = parseArgs({
  options: {
    path: { type: 'string', default: '/' },
    files: { type: 'boolean', default: false },
  },
}).values;
const SLOWNESS = { bitsPerSecond: 1_600_000, roundTripMs: 150, processor: 4 };

function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function printRow(what: string, transfers: readonly Transfer[]): void {
  print(`| ${what} | ${transfers.length} | ${kilobytes(transfers.reduce((sum, { bytes }) => sum + bytes, 0))} |`);
}

function printVisit(title: string, { transfers, firstPaintMs, largestPaintMs, filledMs }: LoadFigures): void {
  const types = [...new Set(transfers.map(({ type }) => type))].sort();
  print(`### ${title}`);
  print();
  print('| what | requests | over the wire |');
  print('| --- | --: | --: |');
  for (const type of types)
    printRow(
      type,
      transfers.filter((one) => one.type === type),
    );
  printRow('all', transfers);
  print();
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  print(`First paint ${seconds(firstPaintMs)}, largest paint ${seconds(largestPaintMs)}, everything there ${seconds(filledMs)}.`);
  print();
  if (!listsFiles) return;
  for (const one of transfers)
    print(`${String(one.bytes).padStart(8)}  ${(one.encoding ?? '-').padEnd(5)} ${one.type.padEnd(12)} ${one.path}`);
  print();
}

await withScene(async (scene) => {
  const seeded = await seedScene(scene, () => undefined);
  const context = await scene.newContext({ ...PHONE, serviceWorkers: 'allow' });
  await context.addCookies([...(await seeded.cookiesOf('reader'))]);
  print(
    `${path} on a phone, ${SLOWNESS.bitsPerSecond / 1e6} Mbit/s, ${SLOWNESS.roundTripMs} ms a round trip, processor ${SLOWNESS.processor} times slower.`,
  );
  print();
  const first = await loadPage(context, path, SLOWNESS);
  printVisit('First visit', first.figures);
  await first.page.evaluate('navigator.serviceWorker.ready');
  await first.page.close();
  printVisit('Second visit', (await loadPage(context, path, SLOWNESS)).figures);
});
