import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '../platform/words/index.js';

import { createPathMapping, explainMapping, validatePathPairs } from './path-mapping.js';

describe('path mapping', () => {
  it('uses the longest prefix, whatever the order of the pairs', () => {
    const pairs = [
      { remote: '/downloads', local: '/mnt/a' },
      { remote: '/downloads/books', local: '/mnt/b' },
    ];

    for (const order of [pairs, [...pairs].reverse()]) {
      expect(createPathMapping(order).toLocal('/downloads/books/Dune').path).to.equal('/mnt/b/Dune');
      expect(createPathMapping(order).toLocal('/downloads/films/Dune').path).to.equal('/mnt/a/films/Dune');
    }
  });

  it('matches only at a segment boundary: /data is not /data2', () => {
    const mapping = createPathMapping([{ remote: '/data', local: '/mnt/data' }]);

    expect(mapping.toLocal('/data2/book')).to.deep.equal({ path: '/data2/book' });
    expect(mapping.toLocal('/data').path).to.equal('/mnt/data');
    expect(mapping.toLocal('/data/').path).to.equal('/mnt/data');
  });

  it('works in both directions', () => {
    const mapping = createPathMapping([{ remote: '/downloads/', local: '/mnt/data/' }]);

    expect(mapping.toRemote('/mnt/data/a/b').path).to.equal('/downloads/a/b');
    expect(mapping.toRemote('/mnt/data2/a').pair).to.equal(undefined);
  });

  it('reads drive and UNC paths of Windows clients, ignoring case', () => {
    const mapping = createPathMapping([
      { remote: 'D:\\Downloads', local: '/mnt/d' },
      { remote: '\\\\NAS\\share\\books', local: '/mnt/nas' },
    ]);

    expect(mapping.toLocal('d:\\downloads\\Book\\CD1\\01.mp3').path).to.equal('/mnt/d/Book/CD1/01.mp3');
    expect(mapping.toLocal('D:/Downloads/Book').path).to.equal('/mnt/d/Book');
    expect(mapping.toLocal('\\\\nas\\share\\Books\\x').path).to.equal('/mnt/nas/x');
    expect(mapping.toLocal('E:\\Downloads\\Book').pair).to.equal(undefined);
    expect(mapping.toRemote('/mnt/d/Book/a b').path).to.equal('D:\\Downloads\\Book\\a b');
    expect(mapping.toRemote('/mnt/nas/x').path).to.equal('\\\\NAS\\share\\books\\x');
  });

  it('keeps a backslash that is part of a POSIX name', () => {
    expect(createPathMapping([{ remote: '/a', local: '/b' }]).toLocal('/a/x\\y').path).to.equal('/b/x\\y');
  });

  it('maps roots', () => {
    expect(createPathMapping([{ remote: '/', local: '/mnt/host' }]).toLocal('/x/y').path).to.equal('/mnt/host/x/y');
    expect(createPathMapping([{ remote: 'D:\\', local: '/mnt/d' }]).toRemote('/mnt/d').path).to.equal('D:\\');
  });

  it('resolves .. before comparing', () => {
    const mapping = createPathMapping([{ remote: '/downloads', local: '/mnt/data' }]);

    expect(mapping.toLocal('/downloads/../etc/passwd')).to.deep.equal({ path: '/downloads/../etc/passwd' });
    expect(mapping.toLocal('/downloads/a/../b').path).to.equal('/mnt/data/b');
  });

  it('does not interpret $& in a path', () => {
    expect(createPathMapping([{ remote: '/a', local: '/b$&' }]).toLocal('/a/$&').path).to.equal('/b$&/$&');
  });

  it('reports relative and duplicate pairs', () => {
    const errors = validatePathPairs([
      { remote: 'downloads', local: '/mnt' },
      { remote: '/a', local: 'mnt' },
      { remote: '/a/', local: '/mnt' },
    ]);

    expect(errors.map(({ index, field }) => [index, field])).to.deep.equal([
      [0, 'remote'],
      [1, 'local'],
      [2, 'remote'],
    ]);
  });

  describe('test this path', () => {
    let dir: string;
    const inspector = { stat, readdir };

    beforeEach(async () => {
      dir = await mkdtemp(join(tmpdir(), 'lectern-mapping-'));
      await mkdir(join(dir, 'Book'));
      await writeFile(join(dir, 'Book', '01.mp3'), 'x');
    });
    afterEach(() => rm(dir, { recursive: true, force: true }));

    it('says what this server sees at the mapped path', async () => {
      const answer = await explainMapping([{ remote: '/downloads', local: dir }], '/downloads/Book', inspector);

      expect(answer).to.include({ found: 'directory', entries: 1, local: join(dir, 'Book') });
      expect(answer.pair?.remote).to.equal('/downloads');
    });

    it('names the nearest folder that exists when nothing is there', async () => {
      const answer = await explainMapping([{ remote: '/downloads', local: dir }], '/downloads/Other/x.mp3', inspector);

      expect(answer).to.include({ found: 'nothing', nearest: dir });
      expect(answer.steps.map(inEnglish).join(' ')).to.include('same place');
    });

    it('says that only the case differs from a mapping, and applies none', async () => {
      const answer = await explainMapping([{ remote: '/data/Torrents', local: dir }], '/data/torrents/Book', inspector);

      expect(answer).to.include({ found: 'nothing', local: '/data/torrents/Book' }).and.not.have.property('pair');
      expect(answer.steps.map(inEnglish).join(' '))
        .to.include('differs from “/data/Torrents” of a path mapping only in upper and lower case')
        .and.not.include('Add a mapping');
      const other = await explainMapping([{ remote: '/data/Torrents', local: dir }], '/data/torrentsX/Book', inspector);
      expect(other.steps.map(inEnglish).join(' ')).to.not.include('upper and lower case');
    });

    it('asks for a mapping when a Windows path has none', async () => {
      const answer = await explainMapping([], 'D:\\x', inspector);

      expect(answer.found).to.equal('nothing');
      expect(answer.steps.map(inEnglish).join(' ')).to.include('Add a mapping');
    });

    it('distinguishes a missing permission from a missing folder', async () => {
      const denied = { stat: () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })), readdir };

      expect((await explainMapping([], '/x', denied)).found).to.equal('no_access');
    });
  });
});
