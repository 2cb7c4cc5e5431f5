import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { requireOrSkip } from '@lectern/testbed';

import { createFfprobeProbe } from '../../files/checking/ffprobe-probe.js';
import { createTagLibraryProbe } from '../../files/checking/tag-library-probe.js';
import { reasonForMember } from '../lifecycle/reasons/wait-reasons.js';
import { addFreeformTags } from './freeform-atoms.spec.support.js';
import { ASIN, createImportWorld, DUNE } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';

type Tags = Readonly<Record<string, string>>;

const MESSIAH: Tags = { album: 'Dune Messiah', artist: 'Frank Herbert', composer: 'Scott Brick' };
const SAID = 'The files say they are “Dune Messiah” by Frank Herbert.';
const OTHER = 'B000OTHER1';
const SILENT: readonly Tags[] = [{}, { title: 'Track 01', artist: 'Unknown artist' }, { album: 'Audiobook', artist: 'www.example.com' }];
const FORMATS = ['m4b', 'mp3', 'flac', 'opus'] as const;
const PROBES = { ffprobe: () => createFfprobeProbe(), 'the tag library': () => createTagLibraryProbe() };

/** What ffmpeg has made, since many tests want the same file. */
const made = new Map<string, Buffer>();

function encode(path: string, tags: Tags, seconds: number): void {
  const key = JSON.stringify([extname(path), tags, seconds]);
  const known = made.get(key);
  if (known) return writeFileSync(path, known);
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=200:duration=${seconds}:sample_rate=48000`];
  const written = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const format = path.endsWith('.m4b') ? ['-f', 'ipod'] : [];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...sound, ...written, ...format, `file:${path}`]);
  made.set(key, readFileSync(path));
}

requireOrSkip('ffmpeg')('the tags of an import', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
    world.state.books.set(ASIN, { ...DUNE, durationMinutes: 1 });
  });
  afterEach(() => world.remove());

  async function importOf(files: Readonly<Record<string, Tags>>, freeform: Tags = {}): Promise<string> {
    const folder = join(world.downloads, 'Dune');
    await mkdir(folder);
    const seconds = 60 / Object.keys(files).length;
    for (const [name, tags] of Object.entries(files)) {
      encode(join(folder, name), tags, seconds);
      if (Object.keys(freeform).length > 0) await addFreeformTags(join(folder, name), freeform);
    }
    const id = await world.addRequest();
    await world.run(id);
    return id;
  }

  async function blocked(): Promise<{ releaseKey: string; reason: string }[]> {
    return world.database.read.all('SELECT release_key, reason FROM blocklist');
  }

  for (const [reader, create] of Object.entries(PROBES)) {
    describe(`read by ${reader}`, () => {
      beforeEach(() => {
        world.state.probe = create();
      });

      for (const format of FORMATS) {
        it(`block the release of another book, ${format}, and say so to everybody`, async () => {
          const id = await importOf({ [`01.${format}`]: MESSIAH, [`02.${format}`]: MESSIAH });

          const request = await world.request(id);
          expect([request.status, request.currentDownloadId]).to.deep.equal(['downloading', null]);
          expect(await blocked()).to.deep.equal([{ releaseKey: 'hash:1', reason: SAID }]);
          const reason = await world.reason(id);
          expect(reason).to.include({
            code: 'trying_next_release',
            message: `${SAID} No other release is known; the search will start again.`,
          });
          expect(reasonForMember(reason, false)?.message).to.equal(reason.message);
          expect(await world.queued('request.grab')).to.have.length(1);
          expect(await readdir(world.library)).to.deep.equal([]);
        });

        it(`let the book itself pass, ${format}`, async () => {
          const tags = { album: 'Dune (Unabridged)', artist: 'Herbert, Frank', composer: 'Simon Vance' };

          const id = await importOf({ [`01.${format}`]: { ...tags, title: 'Arrakis' }, [`02.${format}`]: { ...tags, title: 'Muad’Dib' } });

          expect((await world.request(id)).status).to.equal('downloaded');
        });
      }

      for (const tags of SILENT) {
        it(`let files pass that say ${JSON.stringify(tags)}`, async () => {
          const id = await importOf({ '01.mp3': tags, '02.mp3': tags });

          expect((await world.request(id)).status).to.equal('downloaded');
        });
      }

      for (const name of ['ASIN', 'AUDIBLE_ASIN']) {
        it(`leave a number that nobody knows to a person, in the freeform tag ${name} of an M4B`, async () => {
          const id = await importOf({ 'Dune.m4b': { album: 'Dune', artist: 'Frank Herbert' } }, { [name]: OTHER });

          expect((await world.request(id)).status).to.equal('warn');
          expect(await blocked()).to.deep.equal([]);
          expect((await world.reason(id)).message).to.equal(`The files carry the ASIN ${OTHER}, which the catalogue does not know.`);
        });

        it(`let the number of a sibling pass in the freeform tag ${name} of an M4B`, async () => {
          world.state.siblings.set(ASIN, [OTHER]);

          const id = await importOf({ 'Dune.m4b': { album: 'Arrakis', artist: 'Somebody Else' } }, { [name]: OTHER });

          expect((await world.request(id)).status).to.equal('downloaded');
        });
      }
    });
  }

  it('name the book that the catalogue has under a foreign number', async () => {
    world.state.books.set(OTHER, { ...DUNE, asin: OTHER, title: 'Dune Messiah', series: [{ name: 'Dune', part: '2' }] });

    await importOf({ 'Dune.mp3': { album: 'Dune', artist: 'Frank Herbert', ASIN: OTHER } });

    expect((await blocked())[0]?.reason).to.equal(
      `The files carry the ASIN ${OTHER}, which is that of “Dune Messiah” by Frank Herbert, read by Simon Vance.`,
    );
  });

  it('let a foreign number pass under which the catalogue has the same recording', async () => {
    world.state.books.set(OTHER, { ...DUNE, asin: OTHER, region: 'uk', durationMinutes: 2 });

    const id = await importOf({ 'Dune.mp3': { album: 'Dune', artist: 'Frank Herbert', ASIN: OTHER } });

    expect((await world.request(id)).status).to.equal('downloaded');
  });

  it('let a number pass that the catalogue does not know, if title, author, narrator and length are the recording’s', async () => {
    const id = await importOf({ 'Dune.mp3': { album: 'Dune', artist: 'Frank Herbert', composer: 'Simon Vance', ASIN: OTHER } });

    expect((await world.request(id)).status).to.equal('downloaded');
  });

  it('leave it to a person when nobody can say whose number the files carry, and block nothing', async () => {
    world.state.isCatalogDown = true;

    const id = await importOf({ 'Dune.mp3': { album: 'Dune', artist: 'Frank Herbert', ASIN: OTHER } });

    expect((await world.request(id)).status).to.equal('warn');
    expect(await blocked()).to.deep.equal([]);
    expect((await world.reason(id)).message).to.equal(`The files carry the ASIN ${OTHER}, and the catalogue does not answer whose it is.`);
  });

  it('leave a fourth foreign number to a person, about which the catalogue is not asked', async () => {
    const numbers = ['B000OTHER1', 'B000OTHER2', 'B000OTHER3', 'B000OTHER4'];
    const same = { ...DUNE, region: 'uk', durationMinutes: 2 };
    for (const asin of numbers.slice(0, 3)) world.state.books.set(asin, { ...same, asin });
    const files = numbers.map((ASIN, n) => [`0${n}.mp3`, { album: 'Dune', artist: 'Frank Herbert', ASIN }] as const);

    const id = await importOf(Object.fromEntries(files));

    expect((await world.request(id)).status).to.equal('warn');
    expect(await blocked()).to.deep.equal([]);
    expect((await world.reason(id)).message).to.equal(
      'The files carry several foreign ASINs, and the catalogue was not asked whose B000OTHER4 is.',
    );
  });

  it('name two books in one folder, for a person to look at', async () => {
    const dune = { album: 'Dune', artist: 'Frank Herbert' };

    const id = await importOf({ '01.mp3': dune, '02.mp3': dune, '03.mp3': MESSIAH });

    expect((await world.request(id)).status).to.equal('warn');
    const reason = await world.reason(id);
    expect(reason).to.include({
      code: 'verification_suspect',
      message: 'The files say they are several books: “Dune” by Frank Herbert and “Dune Messiah” by Frank Herbert.',
    });
    expect(reason.checks?.map(({ what, found, verdict }) => [what, found, verdict])).to.deep.equal([
      ['title', 'Dune · Dune Messiah', 'differs'],
      ['author', 'Frank Herbert', 'agrees'],
      ['narrator', 'Scott Brick', 'differs'],
      ['asin', undefined, 'unknown'],
      ['length', '1 min', 'agrees'],
    ]);
    expect(reasonForMember(reason, false)).to.not.have.property('checks');
  });

  it('make a person choose between two readings only if the catalogue has both and the narrator matters', async () => {
    const read = { album: 'Dune', artist: 'Frank Herbert', composer: 'Scott Brick' };
    const id = await importOf({ 'Dune.mp3': read });
    expect((await world.request(id)).status).to.equal('downloaded');
    const outcome = async (user: string, anyReading: boolean): Promise<string> => {
      const request = await world.addRequest({ user });
      await world.database.transaction((tx) => tx.run('UPDATE requests SET any_reading = ? WHERE id = ?', [anyReading, request]));
      await world.run(request);
      return (await world.request(request)).status;
    };
    world.state.hasOtherReadings = true;

    expect([await outcome('chani', true), await outcome('jessica', false)]).to.deep.equal(['downloaded', 'warn']);
  });

  it('do not overrule a person who accepted the files', async () => {
    await importOf({ 'Dune.mp3': { album: 'Heretics of Dune' } });
    const [{ id } = { id: '' }] = await world.database.read.all<{ id: string }>("SELECT id FROM requests WHERE status = 'warn'");
    await world.database.transaction((tx) =>
      world.transitions.apply(tx, id, 'accept_import', { message: 'yes', reason: null, jobPayload: { acceptSuspect: true } }),
    );

    await world.run(id, { payload: { acceptSuspect: true } });

    expect((await world.request(id)).status).to.equal('downloaded');
  });

  it('ask for other files where a person chose those of another book', async () => {
    await mkdir(join(world.downloads, 'by hand'));
    encode(join(world.downloads, 'by hand', '01.mp3'), MESSIAH, 60);
    const id = await world.addRequest({ downloaded: false });

    await world.run(id, { payload: { sourcePath: join(world.downloads, 'by hand') } });

    expect((await world.request(id)).status).to.equal('warn');
    expect(await world.reason(id)).to.include({ code: 'wrong_book', message: SAID });
  });
});
