import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { coverFile, MAX_COVER_BYTES, placeCover } from './cover.js';
import { isFileError } from '../file-error.js';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

describe('cover', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-cover-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('is named by its format', async () => {
    expect(await placeCover(dir, PNG)).to.deep.equal({ status: 'placed', path: join(dir, 'cover.png') });
    expect(await readdir(dir)).to.deep.equal(['cover.png']);
    expect(await readFile(join(dir, 'cover.png'))).to.deep.equal(PNG);
  });

  it('is refused if it is not JPEG or PNG, whatever it claims', () => {
    for (const text of ['<svg onload="x"/>', '<!doctype html>', 'GIF89a......', 'RIFF0000WEBPVP8 ', '']) {
      expect(coverFile(Buffer.from(text))).to.deep.equal({ status: 'refused', reason: 'unknown_format' });
    }
  });

  it('is refused if it is too large', async () => {
    expect(await placeCover(dir, Buffer.concat([JPEG, Buffer.alloc(MAX_COVER_BYTES)]))).to.include({ reason: 'too_large' });
    expect(await readdir(dir)).to.deep.equal([]);
  });

  it('does not replace an existing one', async () => {
    await writeFile(join(dir, 'Cover.JPG'), 'mine');

    expect(await placeCover(dir, PNG)).to.deep.equal({ status: 'kept', path: join(dir, 'Cover.JPG') });
    expect(await readdir(dir)).to.deep.equal(['Cover.JPG']);
  });

  it('replaces the existing one on request, and leaves only one', async () => {
    await writeFile(join(dir, 'cover.png'), 'old');

    expect(await placeCover(dir, JPEG, { replace: true })).to.include({ status: 'placed' });
    expect(await readdir(dir)).to.deep.equal(['cover.jpg']);
  });

  it('reports the cause when the folder is gone', async () => {
    const error: unknown = await placeCover(join(dir, 'absent'), JPEG).catch((caught: unknown) => caught);

    expect(isFileError(error) && error.code).to.equal('not_found');
  });
});
