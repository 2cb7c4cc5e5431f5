import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readlink, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import yauzl from 'yauzl';
import { createBookFilesWorld, type BookFilesWorld } from './book-files-world.spec.support.js';

const BIG = 64 * 1024 * 1024;

/** The library files that this process has open. */
async function openFiles(world: BookFilesWorld): Promise<number> {
  const links = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return links.filter((link) => link.startsWith(world.library)).length;
}

async function becomes(probe: () => Promise<number>, wanted: number, most = 400): Promise<void> {
  for (let tries = 0; (await probe()) !== wanted; tries += 1) {
    if (tries > most) throw new Error(`${await probe()} instead of ${wanted}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Reads only the head of an answer, like a slow reader. */
function startReading(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet(url, { agent: false }, resolve).on('error', reject);
  });
}

/** @returns whether the answer was complete */
function readToEnd(message: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    message.once('end', () => resolve(message.complete));
    message.once('error', () => resolve(false));
    message.once('close', () => resolve(message.complete));
    message.resume();
  });
}

async function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(bytes, { lazyEntries: true });
  const found: Record<string, Buffer> = {};
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          found[entry.fileName] = Buffer.concat(chunks);
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
  return found;
}

describe('sending files', () => {
  let world: BookFilesWorld;
  const folder = () => join(world.library, 'An Author/A Book');

  beforeEach(async () => {
    world = await createBookFilesWorld('sqlite', { recheckMs: 50, stallMs: 60_000 });
  });
  afterEach(() => world?.remove());

  async function linkOf(files: Record<string, Buffer>, file?: string): Promise<string> {
    return (await world.link(await world.listener('anna'), await world.place({ files }), file)).path;
  }

  const code = async (answer: Response): Promise<string> => `${answer.status} ${((await answer.json()) as { code?: string }).code}`;

  describe('as an archive', () => {
    const files = {
      'CD 1/01 – Größe.mp3': randomBytes(300_000),
      'CD 1/02 “$(id)`.mp3': Buffer.alloc(0),
      'cover.jpg': Buffer.from('picture'),
    };

    it('contains every file unchanged, and is exactly as long as announced', async () => {
      const answer = await world.get(await linkOf(files));
      const bytes = Buffer.from(await answer.arrayBuffer());

      expect(Object.fromEntries(answer.headers)).to.include({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="A Book.zip"',
        'content-length': String(bytes.length),
        'accept-ranges': 'none',
      });
      const found = await unzip(bytes);
      expect(Object.keys(found)).to.deep.equal(
        Object.keys(files)
          .sort()
          .map((name) => `A Book/${name}`),
      );
      for (const [name, content] of Object.entries(files)) expect(found[`A Book/${name}`]?.equals(content), name).to.equal(true);
      await becomes(() => openFiles(world), 0);
    });

    it('has names that every system can unpack, whatever the folder and its files are called', async () => {
      const strange = { 'C:\\..\\01.mp3': Buffer.from('one'), 'CD 1: a/02.mp3': Buffer.from('two') };
      const id = await world.place({ folder: 'An Author/Z: A Novel', files: strange });
      const { path } = await world.link(await world.listener('anna'), id);

      const answer = await world.get(path);

      expect(answer.status).to.equal(200);
      const found = await unzip(Buffer.from(await answer.arrayBuffer()));
      expect(Object.keys(found).sort()).to.deep.equal(['Z- A Novel/C--..-01.mp3', 'Z- A Novel/CD 1- a/02.mp3']);
    });

    it('leaves out files that are gone before it begins, and breaks off if a file changes during the transfer', async () => {
      const path = await linkOf({ 'a.mp3': randomBytes(BIG), 'b.mp3': randomBytes(1000), 'c.mp3': randomBytes(10) });
      await rm(join(folder(), 'c.mp3'));
      const reading = await startReading(`${world.http.url}${path}`);
      expect(reading.statusCode).to.equal(200);
      await writeFile(join(folder(), 'b.mp3'), 'another');

      expect(await readToEnd(reading)).to.equal(false);
      await becomes(() => openFiles(world), 0);
    });

    it('closes its files when the reader leaves', async () => {
      const reading = await startReading(`${world.http.url}${await linkOf({ 'a.mp3': randomBytes(BIG), 'b.mp3': randomBytes(BIG) })}`);
      await becomes(() => openFiles(world), 1);
      reading.destroy();
      await becomes(() => openFiles(world), 0);
    });
  });

  describe('never outside the library folder', () => {
    const files = { 'book.mp3': Buffer.from('the book') };
    let path: string;
    beforeEach(async () => {
      path = await linkOf(files);
      await writeFile(join(world.dir, 'secret.mp3'), 'the secret');
      expect(await (await world.get(path)).text()).to.equal('the book');
    });

    const swaps: Readonly<Record<string, () => Promise<unknown>>> = {
      'when the file became a link': async () => {
        await rm(join(folder(), 'book.mp3'));
        await symlink(join(world.dir, 'secret.mp3'), join(folder(), 'book.mp3'));
      },
      'when its folder became a link': async () => {
        await rename(folder(), join(world.dir, 'moved'));
        await symlink(join(world.dir, 'moved'), folder());
      },
      'when a folder above became a link': async () => {
        await rename(join(world.library, 'An Author'), join(world.dir, 'moved'));
        await symlink(join(world.dir, 'moved'), join(world.library, 'An Author'));
      },
      'when the record of the import names a place outside': () =>
        world.database.transaction((tx) => tx.run('UPDATE imports SET directory = ?', [world.dir])),
      'when the record of the link names a place outside': () =>
        world.database.transaction((tx) => tx.run("UPDATE download_tokens SET file = '../../../secret.mp3'")),
      'when the library folder was moved': () =>
        world.people.settings.update({ library: { path: folder() } }, world.actor).then(() => rm(folder(), { recursive: true })),
      'when the file is gone': () => rm(join(folder(), 'book.mp3')),
      'when a pipe stands in its place, which is not waited for': async () => {
        await rm(join(folder(), 'book.mp3'));
        await promisify(execFile)('mkfifo', [join(folder(), 'book.mp3')]);
      },
    };
    for (const [name, swap] of Object.entries(swaps)) {
      it(name, async () => {
        await swap();
        expect(await code(await world.get(path))).to.equal('410 files_gone');
        expect(await openFiles(world)).to.equal(0);
      });
    }

    it('but along links that stay inside', async () => {
      await rename(join(world.library, 'An Author'), join(world.library, 'Moved'));
      await symlink(join(world.library, 'Moved'), join(world.library, 'An Author'));
      expect(await (await world.get(path)).text()).to.equal('the book');
    });
  });

  describe('under any name', () => {
    for (const name of [
      'a"b\\c.mp3',
      'line\r\nset-cookie: x=y.mp3',
      '名前 – “q”.mp3',
      '$(id) `id` ;|&.mp3',
      '%2e%2e%2f.mp3',
      'a\u202Eb.mp3',
    ]) {
      it(JSON.stringify(name), async () => {
        const answer = await world.get(await linkOf({ [name]: Buffer.from('x') }, name));
        expect(answer.status).to.equal(200);
        expect(answer.headers.get('set-cookie')).to.equal(null);
        const disposition = answer.headers.get('content-disposition') ?? '';
        expect(disposition).to.match(/^attachment; filename="/);
        const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
        const plain = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
        expect(encoded === undefined ? plain : decodeURIComponent(encoded)).to.equal(name);
      });
    }

    it('half a character', async () => {
      const path = await linkOf({ 'ok.mp3': Buffer.from('x') });
      // no file system has such a name, but one in the record must not break the answer
      await world.database.transaction((tx) => tx.run('UPDATE download_tokens SET file = ?', ['\ud800.mp3']));
      expect((await world.get(path)).status).to.equal(410);
    });
  });

  describe('of a book that is renamed or replaced while a link to it is live', () => {
    const old = 'A Book.m4b';
    const small = Buffer.from('one book');
    const content = randomBytes(BIG);
    /** Moves the book as a rename does, and lets another one have its place. */
    async function moveAway(): Promise<void> {
      await rename(folder(), join(world.library, 'Moved'));
      await world.database.transaction((tx) => tx.run('UPDATE imports SET directory = ?', [join(world.library, 'Moved')]));
      await world.place({ owner: 'ben', asin: 'B0ANOTHER1', files: { [old]: Buffer.from('another book') } });
    }

    it('gives the same bytes from the new place', async () => {
      const path = await linkOf({ [old]: small }, old);
      await moveAway();

      const answer = await world.get(path);

      expect(answer.status).to.equal(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(small)).to.equal(true);
    });

    it('goes on with a transfer that has begun', async () => {
      const reading = await startReading(`${world.http.url}${await linkOf({ [old]: content }, old)}`);
      await moveAway();
      const { checks } = world.state;
      await becomes(async () => Math.min(2, world.state.checks - checks), 2);

      const chunks: Buffer[] = [];
      reading.on('data', (chunk: Buffer) => chunks.push(chunk));
      expect(await readToEnd(reading)).to.equal(true);
      expect(Buffer.concat(chunks).equals(content)).to.equal(true);
    });

    it('says that the file is gone where it has another name', async () => {
      const path = await linkOf({ [old]: Buffer.from('one') }, old);
      await rename(join(folder(), old), join(folder(), 'New.m4b'));
      await world.database.transaction((tx) => tx.run("UPDATE imports SET manifest = REPLACE(manifest, 'A Book.m4b', 'New.m4b')"));

      expect(await code(await world.get(path))).to.equal('410 files_gone');
    });

    it('breaks an archive off rather than mixing two books', async () => {
      const id = await world.place({ files: { 'a.mp3': content, 'b.mp3': Buffer.from('mine!') } });
      const reading = await startReading(`${world.http.url}${(await world.link(await world.listener('anna'), id)).path}`);
      await rename(folder(), join(world.library, 'Moved'));
      await world.write(['An Author/A Book/b.mp3']);

      expect(await readToEnd(reading)).to.equal(false);
      await becomes(() => openFiles(world), 0);
    });

    it('ends the link, and a transfer, once other files were placed instead', async () => {
      const path = await linkOf({ [old]: content }, old);
      const reading = await startReading(`${world.http.url}${path}`);
      await world.database.transaction((tx) =>
        tx.run(
          `INSERT INTO imports (id, request_id, directory, content_hash, manifest, created_at)
           SELECT 'another', request_id, directory, content_hash, manifest, '9' FROM imports`,
        ),
      );

      expect(await code(await world.get(path))).to.equal('403 download_link_invalid');
      await becomes(() => openFiles(world), 0);
      expect(await readToEnd(reading)).to.equal(false);
    });
  });

  describe('during the transfer', () => {
    it('ends with the permission, and the part is not mistaken for the whole', async () => {
      const reading = await startReading(`${world.http.url}${await linkOf({ 'a.mp3': randomBytes(BIG) })}`);
      await world.people.users.update(await world.userId('anna'), { permissions: { downloadAccess: false } }, world.actor);
      await becomes(() => openFiles(world), 0);
      expect(await readToEnd(reading)).to.equal(false);
    });

    it('ends with the session', async () => {
      const reading = await startReading(`${world.http.url}${await linkOf({ 'a.mp3': randomBytes(BIG) })}`);
      await world.people.users.endSessions(await world.userId('anna'), world.actor);
      await becomes(() => openFiles(world), 0);
      expect(await readToEnd(reading)).to.equal(false);
    });

    it('is cut off if the file becomes shorter', async () => {
      const reading = await startReading(`${world.http.url}${await linkOf({ 'a.mp3': randomBytes(BIG) })}`);
      await truncate(join(folder(), 'a.mp3'), 10);
      expect(await readToEnd(reading)).to.equal(false);
    });

    it('continues beyond the hour in which it can be started', async () => {
      const reading = await startReading(`${world.http.url}${await linkOf({ 'a.mp3': randomBytes(BIG) })}`);
      world.state.offset = 61 * 60_000;
      const { checks } = world.state;
      await becomes(async () => Math.min(2, world.state.checks - checks), 2);
      expect(await readToEnd(reading)).to.equal(true);
    });

    it('is limited to four at once, and another may begin when one has ended', async () => {
      const path = await linkOf({ 'a.mp3': randomBytes(BIG) });
      const four = await Promise.all([1, 2, 3, 4].map(() => startReading(`${world.http.url}${path}`)));
      expect(await code(await world.get(path))).to.equal('429 too_many_downloads');
      four[0]?.destroy();
      await becomes(() => openFiles(world), 3);
      const again = await startReading(`${world.http.url}${path}`);
      expect(again.statusCode).to.equal(200);
      for (const reading of [again, ...four]) reading.destroy();
      await becomes(() => openFiles(world), 0);
    });

    it('leaves no file open if it cannot be recorded', async () => {
      const path = await linkOf({ 'a.mp3': randomBytes(1000) });
      await world.database.transaction((tx) => tx.run('ALTER TABLE audit_log RENAME TO audit_gone'));
      const answer = await world.get(path);
      await world.database.transaction((tx) => tx.run('ALTER TABLE audit_gone RENAME TO audit_log'));
      expect(answer.status).to.equal(500);
      // sooner than the garbage collector closes what was forgotten
      await becomes(() => openFiles(world), 0, 20);
    });

    it('leaves no file open after HEAD, a part that is not there, or an answer that was read', async () => {
      const path = await linkOf({ 'a.mp3': randomBytes(BIG) });
      const head = await fetch(`${world.http.url}${path}`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(BIG)]);
      await world.get(path, { range: 'bytes=999999999-' });
      await (await world.get(path)).arrayBuffer();
      await becomes(() => openFiles(world), 0);
    });
  });

  it('does not wait forever for a reader who accepts nothing', async () => {
    await world.remove();
    world = await createBookFilesWorld('sqlite', { recheckMs: 50, stallMs: 300 });
    const reading = await startReading(`${world.http.url}${await linkOf({ 'a.mp3': randomBytes(BIG) })}`);
    await becomes(() => openFiles(world), 0);
    expect(await readToEnd(reading)).to.equal(false);
  });
});
