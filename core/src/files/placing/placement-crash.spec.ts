import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { planPlacement } from './placement-plan.js';
import { createPlacementWorld, DIRECTORY, tree } from './placement-world.spec.support.js';
import type { PlacementWorld } from './placement-world.spec.support.js';
import { placeFiles } from './placement.js';

/** Copies the plan it is given, reports on standard output when bytes have been written, then waits to be killed. */
const CHILD = `
const { placeFiles } = await import(process.env.PLACEMENT_MODULE);
await placeFiles(JSON.parse(process.env.PLACEMENT_PLAN), {
  methods: ['copy'],
  onProgress: ({ bytesDone }) => {
    if (bytesDone < 2_000_000) return;
    process.stdout.write('half');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
`;

describe('a placement killed halfway', () => {
  let world: PlacementWorld;

  beforeEach(async () => {
    world = await createPlacementWorld();
  });
  afterEach(() => world.remove());

  it('shows no book until it runs again, and then one complete book', async () => {
    const content = Buffer.alloc(1_500_000, 'audio');
    const files = [await world.addSource('1.mp3', content), await world.addSource('2.mp3', content)];
    const plan = planPlacement({ id: 'killed', root: world.root, directory: DIRECTORY, files });
    const child = spawn(process.execPath, ['--import', 'tsx', '--conditions', 'lectern-source', '--input-type=module', '--eval', CHILD], {
      env: { ...process.env, PLACEMENT_MODULE: new URL('./placement.ts', import.meta.url).href, PLACEMENT_PLAN: JSON.stringify(plan) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(await readdir(world.root)).to.deep.equal(['.lectern-killed.partial']);
    expect((await placeFiles(plan, { methods: ['copy'] })).status).to.equal('placed');
    expect(await tree(world.root)).to.deep.equal([`${DIRECTORY}/1.mp3`, `${DIRECTORY}/2.mp3`]);
    expect((await readFile(join(world.target, '2.mp3'))).equals(content)).to.equal(true);
    expect((await placeFiles(plan)).status).to.equal('already_placed');
  });
});
