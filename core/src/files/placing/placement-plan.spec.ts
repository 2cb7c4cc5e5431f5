import { expect } from 'chai';

import { planPlacement } from './placement-plan.js';

describe('placement plan', () => {
  const base = { id: 'j', root: '/library', directory: 'A/B: C' };

  it('names a single audio file by its folder and keeps the names of several', () => {
    const one = planPlacement({ ...base, directory: 'A/Dune', files: [{ path: '/d/x.M4B', name: 'x.M4B' }] });
    const two = planPlacement({ ...base, files: ['CD 1/01?.mp3', 'CD 1/01.mp3'].map((name) => ({ path: `/d/${name}`, name })) });

    expect(one.files[0]?.to).to.equal('Dune.m4b');
    expect(two.files.map(({ to }) => to)).to.deep.equal(['CD 1/01.mp3', 'CD 1/01 (2).mp3']);
  });

  it('moves files out of folders that media servers take for books, unless it plans as earlier versions did', () => {
    const files = ['Part 1/01.mp3', 'Part 2/01.mp3'].map((name) => ({ path: `/d/${name}`, name }));
    const ebooks = ['x/a.epub', 'y/b.epub'].map((name) => ({ path: `/d/${name}`, name }));

    expect(planPlacement({ ...base, files }).files.map(({ to }) => to)).to.deep.equal(['001 - 01.mp3', '002 - 01.mp3']);
    expect(planPlacement({ ...base, files: ebooks }).files.map(({ to }) => to)).to.deep.equal(['001 - a.epub', '002 - b.epub']);
    expect(planPlacement({ ...base, files, keepsFolders: true }).files.map(({ to }) => to)).to.deep.equal([
      'Part 1/01.mp3',
      'Part 2/01.mp3',
    ]);
  });

  it('shortens long names of source files at characters, keeps their extensions, and makes them differ', () => {
    const long = ['本'.repeat(80), `${'本'.repeat(80)}!`, 'é'.repeat(123)];
    const files = long.map((stem) => ({ path: `/d/${stem}.mp3`, name: `${stem}.mp3` }));

    const names = planPlacement({ ...base, files }).files.map(({ to }) => to);

    for (const name of names) {
      expect(Buffer.byteLength(name)).to.be.at.most(180);
      expect(name)
        .to.match(/\.mp3$/)
        .and.not.include('\ufffd');
    }
    expect(new Set(names).size).to.equal(3);
  });

  it('says how long the longest path would be if the system takes no such path', () => {
    const files = [{ path: '/d/a.mp3', name: 'a.mp3' }];
    const plan = () => planPlacement({ ...base, root: `/${'deep/'.repeat(820)}end`, files });

    expect(plan)
      .to.throw(/^The longest path of the book would have 4,\d{3} bytes; the system takes 4,095 at most\./)
      .with.property('code', 'name_too_long');
  });

  it('distinguishes names that differ only in case', () => {
    const plan = planPlacement({ ...base, files: ['a.mp3', 'A.mp3'].map((name) => ({ path: `/d/${name}`, name })) });

    expect(plan.files.map(({ to }) => to)).to.deep.equal(['a.mp3', 'A (2).mp3']);
  });

  it('refuses a folder outside the library folder, the library folder itself, no files and a bad id', () => {
    const files = [{ path: '/d/a.mp3', name: 'a.mp3' }];
    for (const directory of ['', '..', '../x', '/etc', 'a/../../b', 'a//b', '.']) {
      expect(() => planPlacement({ ...base, directory, files }), directory)
        .to.throw()
        .with.property('code', 'invalid_plan');
    }
    expect(() => planPlacement({ ...base, files: [] }))
      .to.throw()
      .with.property('code', 'invalid_plan');
    expect(() => planPlacement({ ...base, id: '../x', files }))
      .to.throw()
      .with.property('code', 'invalid_plan');
    expect(() => planPlacement({ ...base, root: 'library', files }))
      .to.throw()
      .with.property('code', 'invalid_plan');
  });
});
