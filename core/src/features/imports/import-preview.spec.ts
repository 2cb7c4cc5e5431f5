import { expect } from 'chai';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBookFolder } from '@lectern/testbed';
import { AudioProbeError } from '../../files/checking/audio-probe.js';
import { ApiError } from '../../platform/http/problem.js';
import { inEnglish } from '../../platform/words/index.js';
import { createImportPreview, type ImportPreview } from './import-preview.js';
import { ASIN, createImportWorld, REMOTE_ROOT, type ImportWorld } from './import-world.spec.support.js';

const DUNE = { asin: ASIN, type: 'audiobook', region: 'us', title: 'Dune', author: 'Frank Herbert', anyReading: false } as const;

describe('the preview of a manual import', () => {
  let world: ImportWorld;
  let shelf: string;

  beforeEach(async () => {
    world = await createImportWorld();
    shelf = join(world.dir, 'shelf');
    await mkdir(shelf);
  });
  afterEach(() => world.remove());

  async function makeFiles(folder: string, options: Partial<Parameters<typeof makeBookFolder>[1]> = {}): Promise<string> {
    const path = join(shelf, folder);
    await makeBookFolder(path, { author: 'Frank Herbert', title: 'Dune', files: 3, secondsPerFile: 1200, ...options });
    return path;
  }

  const look = (path: string, type: 'audiobook' | 'ebook' = 'audiobook', signal = new AbortController().signal): Promise<ImportPreview> =>
    createImportPreview(world.deps).look({ ...DUNE, type }, path, signal);

  async function refusal(path: string, type?: 'audiobook' | 'ebook'): Promise<string> {
    try {
      await look(path, type);
      return 'none';
    } catch (error) {
      return error instanceof ApiError ? `${error.code}: ${error.message}` : String(error);
    }
  }

  it('says what would be imported and how long it is, and changes nothing', async () => {
    const path = await makeFiles('Dune');
    await writeFile(join(path, 'note.txt'), 'mine');

    const preview = await look(path);

    expect(preview).to.deep.include({ path, verdict: 'ok', fileCount: 3, otherCount: 1, expectedMinutes: 60, skipped: [], checks: [] });
    expect(preview.files.map(({ name }) => name)).to.deep.equal(['01 - Dune.mp3', '02 - Dune.mp3', '03 - Dune.mp3']);
    expect(preview.durationSeconds).to.be.closeTo(3600, 10);
    expect(await readdir(path)).to.have.length(4);
    expect(await readdir(world.library)).to.deep.equal([]);
  });

  it('says that files are another book, with what was compared', async () => {
    const preview = await look(await makeFiles('Other', { title: 'Dune Messiah' }));

    expect(preview.verdict).to.equal('broken');
    expect(inEnglish(preview.finding ?? '')).to.contain('Dune Messiah');
    expect(preview.checks).to.deep.include({ what: 'title', wanted: 'Dune', found: 'Dune Messiah', verdict: 'differs' });
  });

  it('says that files cannot be imported at all, whoever accepts them', async () => {
    const path = join(shelf, 'Silent');
    await mkdir(path);
    await writeFile(join(path, '01.mp3'), 'this is no audio');

    expect((await look(path)).verdict).to.equal('unusable');
  });

  it('lists the ebooks that would be imported, without those that are something else', async () => {
    const path = join(shelf, 'Ebooks');
    await mkdir(path);
    await writeFile(join(path, 'Dune.fb2'), `<FictionBook>${' '.repeat(40)}`);
    await writeFile(join(path, 'Dune.epub'), 'this is no ebook');

    const preview = await look(path, 'ebook');

    expect(preview).to.deep.include({ verdict: 'ok', fileCount: 1, otherCount: 1 });
    expect(preview.files.map(({ name }) => name)).to.deep.equal(['Dune.fb2']);
  });

  it('says which files it leaves out, and why', async () => {
    const path = await makeFiles('Dune');
    await writeFile(join(shelf, 'elsewhere.mp3'), 'audio');
    await symlink(join(shelf, 'elsewhere.mp3'), join(path, '04.mp3'));
    await symlink(join(shelf, 'gone.mp3'), join(path, '05.mp3'));
    await writeFile(join(path, '06.mp3.part'), 'half');

    expect((await look(path)).skipped).to.have.deep.members([
      { name: '04.mp3', reason: 'link_outside' },
      { name: '05.mp3', reason: 'link' },
      { name: '06.mp3.part', reason: 'unfinished' },
    ]);
  });

  it('names the client that has a download there', async () => {
    await world.makeDownload('Dune');
    await world.addRequest({ folder: 'Dune' });

    expect((await look(join(world.downloads, 'Dune'))).heldBy).to.equal('qBittorrent');
    expect((await look(await makeFiles('Mine'))).heldBy).to.equal(undefined);
  });

  it('follows a link to the folder, and says where it leads', async () => {
    const path = await makeFiles('Dune');
    await symlink(path, join(shelf, 'Link'));

    expect((await look(join(shelf, 'Link'))).path).to.equal(path);
  });

  it('says so where files cannot be read now', async () => {
    world.state.probe = { name: 'ffprobe', probe: async (path) => Promise.reject(new AudioProbeError('timeout', 'Too slow.', path)) };

    expect(await look(await makeFiles('Dune'))).to.deep.include({ verdict: 'unknown', finding: 'Too slow.', checks: [] });
  });

  it('stops reading when nobody waits for it any more', async () => {
    const path = await makeFiles('Dune');
    const caller = new AbortController();
    let read = 0;
    world.state.probe = {
      name: 'ffprobe',
      probe: async () => {
        read += 1;
        caller.abort(new Error('gone'));
        throw new Error('gone');
      },
    };

    const error = await look(path, 'audiobook', caller.signal).catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(Error).with.property('message', 'gone');
    expect(read).to.equal(1);
  });

  it('refuses what cannot be imported, in words', async () => {
    const path = await makeFiles('Dune');
    await mkdir(join(shelf, 'Empty'));
    await mkdir(join(shelf, 'Texts'));
    await writeFile(join(shelf, 'Texts', 'Dune.epub'), 'PK');
    await symlink(world.library, join(shelf, 'To the library'));
    await symlink(world.deps.dataDir, join(shelf, 'To our data'));
    await mkdir(join(world.library, 'Dune'));

    expect(await refusal('Dune')).to.match(/^path_not_absolute/);
    expect(await refusal(`${path}\0`)).to.match(/^path_not_absolute/);
    expect(await refusal(join(shelf, 'Nothing'))).to.match(/^path_not_found/);
    expect(await refusal(join(path, '01 - Dune.mp3', 'below'))).to.match(/^path_not_found/);
    expect(await refusal(world.deps.dataDir)).to.match(/^path_not_found/);
    expect(await refusal(join(shelf, 'To our data'))).to.match(/^path_not_found/);
    expect(await refusal(join(shelf, 'Empty'))).to.match(/^unfit_source: .*contains no files/);
    expect(await refusal(join(shelf, 'Texts'))).to.match(/^unfit_source: “.*Texts” contains no audio files, only \.epub/);
    expect(await refusal(path, 'ebook')).to.match(/^unfit_source: .*no ebook/);
    expect(await refusal(join(world.library, 'Dune'))).to.match(/^unfit_source: .*in the library already/);
    expect(await refusal(join(shelf, 'To the library'))).to.match(/^unfit_source: .*in the library already/);
    for (const root of [world.library, world.downloads, world.dir, '/']) expect(await refusal(root), root).to.match(/^unfit_source/);
  });

  it('refuses the folder of downloads of a client that is known by its mapping alone', async () => {
    const path = await makeFiles('Dune');
    await world.database.transaction((tx) =>
      tx.run('UPDATE integrations SET path_mappings = ?', [JSON.stringify([{ remote: REMOTE_ROOT, local: shelf }])]),
    );

    expect(await refusal(shelf)).to.match(/^unfit_source: .*root folder/);
    expect(await refusal(path)).to.equal('none');
  });

  it('leaves it to the import to wait for files that vanish between the two', async () => {
    const path = await makeFiles('Dune');
    expect(await refusal(path)).to.equal('none');
    const id = await world.addRequest({ downloaded: false });
    await rename(path, join(shelf, 'Away'));

    await world.run(id, { payload: { sourcePath: path } });

    expect(await world.reason(id)).to.include({ code: 'path_not_visible' });
    await rename(join(shelf, 'Away'), path);
    await world.run(id);
    expect((await world.request(id)).status).to.equal('downloaded');
  });
});
