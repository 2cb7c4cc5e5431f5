import type { LibraryItem } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createItemMemory } from './item-memory.js';

const NOW = Date.UTC(2026, 0, 1);
const OLD = NOW / 1000 - 3600;

describe('recently returned Plex items', () => {
  const item = { itemId: '7', title: 'T' } as LibraryItem;
  const album = { ratingKey: '7', addedAt: OLD, updatedAt: OLD };

  it('are remembered for an hour, while the album does not change', () => {
    let now = NOW;
    const memory = createItemMemory(() => now);
    memory.keep(album, item);

    expect(memory.recall(album)).to.equal(item);
    expect(memory.recall({ ...album, updatedAt: OLD + 1 })).to.equal(undefined);
    expect(memory.recall({ ...album, ratingKey: '8' })).to.equal(undefined);
    now += 3_600_000;
    expect(memory.recall(album)).to.equal(undefined);
  });

  it('are not remembered while they may still grow', () => {
    const memory = createItemMemory(() => NOW);
    const fresh = { ...album, addedAt: NOW / 1000 - 60 };
    memory.keep(fresh, item);

    expect(memory.recall(fresh)).to.equal(undefined);
  });

  it('make room for newer ones', () => {
    const memory = createItemMemory(() => NOW);
    for (let id = 0; id <= 5000; id += 1) memory.keep({ ...album, ratingKey: id }, { ...item, itemId: String(id) });

    expect(memory.recall({ ...album, ratingKey: 0 })).to.equal(undefined);
    expect(memory.recall({ ...album, ratingKey: 1 })?.itemId).to.equal('1');
  });
});
