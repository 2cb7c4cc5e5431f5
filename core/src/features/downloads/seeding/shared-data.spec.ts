import { expect } from 'chai';
import { createSharedData } from './shared-data.js';

describe('data that items of a client share', () => {
  const item = (itemId: string, contentPath?: string) => ({ itemId, ...(contentPath === undefined ? {} : { contentPath }) });

  it('are equal paths, and paths of which one contains the other', () => {
    const items = [item('a', '/d/Dune'), item('b', '/d/Dune/'), item('c', '/d/Emma'), item('e', '/d/Emma/part.m4b'), item('f', '/d/Ivy')];
    const { usesTheSame } = createSharedData(items);

    expect(items.filter(usesTheSame).map(({ itemId }) => itemId)).to.deep.equal(['a', 'b', 'c', 'e']);
  });

  it('are not those of folders whose names only begin alike', () => {
    const items = [item('a', '/d/Dune'), item('b', '/d/Dune 2')];
    expect(items.some(createSharedData(items).usesTheSame)).to.equal(false);
  });

  it('are found on Windows', () => {
    const items = [item('a', 'D:\\books\\Dune'), item('b', 'D:\\books\\Dune\\1.mp3')];
    expect(items.every(createSharedData(items).usesTheSame)).to.equal(true);
  });

  it('are those of one item alone after the other left', () => {
    const items = [item('a', '/d/Dune'), item('b', '/d/Dune')] as const;
    const { usesTheSame, forget } = createSharedData(items);
    forget(items[0]);
    expect(usesTheSame(items[1])).to.equal(false);
  });

  it('are not known for an item without a path', () => {
    expect(createSharedData([item('a'), item('b', '/d')]).usesTheSame(item('a'))).to.equal(false);
  });

  it('knows the place of an item that is not complete by its folder and name', () => {
    const shared = createSharedData([
      { itemId: 'a', contentPath: '/downloads/Dune' },
      { itemId: 'checked', savePath: '/downloads/', name: 'Dune' },
      { itemId: 'b', contentPath: '/downloads/Emma' },
      { itemId: 'nameless', savePath: '/downloads' },
    ]);
    expect(shared.usesTheSame({ itemId: 'a', contentPath: '/downloads/Dune' })).to.equal(true);
    expect(shared.usesTheSame({ itemId: 'checked', savePath: '/downloads', name: 'Dune' })).to.equal(true);
    expect(shared.usesTheSame({ itemId: 'b', contentPath: '/downloads/Emma' })).to.equal(false);
  });

  it('knows one place by all ways of writing it', () => {
    const shared = createSharedData([
      { itemId: 'a', contentPath: '/downloads/other/../Dune' },
      { itemId: 'b', contentPath: 'C:\\Downloads\\Dune' },
    ]);
    expect(shared.usesTheSame({ itemId: 'x', contentPath: '/downloads/./Dune' })).to.equal(true);
    expect(shared.usesTheSame({ itemId: 'x', contentPath: 'c:/downloads/DUNE' })).to.equal(true);
    expect(shared.usesTheSame({ itemId: 'x', contentPath: '/Downloads/Dune' })).to.equal(false);
  });
});
