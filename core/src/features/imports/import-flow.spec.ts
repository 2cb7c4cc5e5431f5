import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { contentHashOf, readContentHash } from '../../files/content-hash.js';
import { compilePathTemplate, DEFAULT_PATH_TEMPLATE } from '../../files/naming/path-template.js';
import { coverFile } from '../../files/placing/cover.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { listSourceFiles } from '../../files/reading/source-files.js';
import { placeFiles } from '../../files/placing/placement.js';
import { planPlacement } from '../../files/placing/placement-plan.js';
import { removePlaced } from '../../files/placing/remove-placed.js';
import { sidecarFile } from '../../files/placing/metadata-sidecar.js';
import { takeSnapshot, waitUntilStable } from '../../files/reading/stability.js';
import { verifyAudio } from '../../files/checking/verify.js';
import { verifyPlacement } from '../../files/placing/placement-manifest.js';
import type { ProbedFile } from '../../files/checking/verify.js';
import { createTagLibraryProbe } from '../../files/checking/tag-library-probe.js';

/** Silence: 8 kHz, 8 bit, mono. */
function wave(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 8000, 0x80);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

describe('organizing one book', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-flow-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('goes from the path of a client to a verified folder, and back to nothing', async () => {
    const library = join(dir, 'library');
    await mkdir(library);
    for (const name of ['CD 2/1.wav', 'CD 10/1.wav', 'CD 1/1.wav']) {
      await mkdir(dirname(join(dir, 'downloads/Dune', name)), { recursive: true });
      await writeFile(join(dir, 'downloads/Dune', name), wave(20));
    }
    const local = createPathMapping([{ remote: 'D:\\done', local: join(dir, 'downloads') }]).toLocal('D:\\done\\Dune').path;
    let now = 0;

    const stable = await waitUntilStable({
      now: () => now,
      sleep: async (ms) => void (now += ms),
      look: () => takeSnapshot(local),
      timeoutMs: 60_000,
    });
    const listing = await listSourceFiles(local, { protectedRoots: [library, join(dir, 'downloads')] });
    const probe = createTagLibraryProbe();
    const probed: ProbedFile[] = [];
    for (const file of listing.audio) probed.push({ name: file.name, info: await probe.probe(file.path, {}) });
    const verification = verifyAudio(probed, { durationMinutes: 1 });
    const template = compilePathTemplate(DEFAULT_PATH_TEMPLATE);
    if (!template.ok) throw new Error('the default template does not compile');
    const directory = template.template.render({ author: 'Frank Herbert', title: 'Dune', series: 'Dune', seriesPart: '1' });
    const cover = coverFile(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]));
    const written = [sidecarFile({ title: 'Dune', authors: ['Frank Herbert'], narrators: [], asin: 'B002V1OF70' })];
    if (cover.status === 'ok') written.push({ to: cover.name, bytes: cover.bytes });
    const result = await placeFiles(planPlacement({ id: 'attempt-1', root: library, directory, files: listing.audio, written }));

    expect(stable.status).to.equal('ready');
    expect(listing.audio.map(({ name }) => name)).to.deep.equal(['CD 1/1.wav', 'CD 2/1.wav', 'CD 10/1.wav']);
    expect(verification).to.include({ status: 'ok', durationSeconds: 60 });
    if (result.status !== 'placed') throw new Error(result.status);
    expect(result.directory).to.match(/library\/Frank Herbert\/Dune\/1 - Dune$/);
    expect(await verifyPlacement(result.directory, result.manifest)).to.deep.equal([]);
    expect((await readdir(result.directory)).sort()).to.deep.equal([
      '001 - 1.wav',
      '002 - 1.wav',
      '003 - 1.wav',
      'cover.jpg',
      'metadata.opf',
    ]);
    expect(contentHashOf(result.manifest.files)).to.equal(await readContentHash(result.directory));

    expect((await removePlaced(library, result.directory, result.manifest)).isFolderGone).to.equal(true);
    expect(await readdir(library)).to.deep.equal([]);
    expect((await listSourceFiles(local)).audio).to.have.length(3);
  });
});
