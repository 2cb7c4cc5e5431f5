import { expect } from 'chai';
import { createAsinReader, invalidPatterns } from './guid-asin.js';

describe('Plex GUIDs', () => {
  const read = createAsinReader([]);

  for (const [guid, asin] of [
    ['com.plexapp.agents.audnexus://B0TEST0001_us?lang=en', 'B0TEST0001'],
    ['com.plexapp.agents.audnexus://B0TEST0002_uk?lang=de', 'B0TEST0002'],
    ['com.plexapp.agents.audnexuswithbackup://B0TEST0003?lang=en', 'B0TEST0003'],
    ['com.plexapp.agents.audiobooks://1250766571', '1250766571'],
    ['com.plexapp.agents.audnexus://B0TEST0001%5Fus%3Flang=en', 'B0TEST0001'],
    ['com.plexapp.agents.audnexus://B0TEST00012_us', undefined],
    ['local://202', undefined],
    ['plex://album/5d07c7ea403c640290bb8c73', undefined],
    ['com.plexapp.agents.none://0123456789', undefined],
    ['com.plexapp.agents.audnexus://%E0%A4%A', undefined],
  ] as const) {
    it(`${guid} → ${asin ?? 'no ASIN'}`, () => expect(read({ guid })).to.equal(asin));
  }

  it('are searched for ASINs, including additional ones; titles never are', () => {
    expect(read({ guid: 'local://1', Guid: [{ id: 'mbid://x' }, { id: 'com.plexapp.agents.audnexus://B0TEST0004_us' }] })).to.equal(
      'B0TEST0004',
    );
    expect(read({ guid: 'local://1', title: 'B0TEST0007_us' })).to.equal(undefined);
  });

  it('can be matched by custom patterns, after the built-in ones', () => {
    const own = createAsinReader(['^tv\\.custom\\.books://([A-Za-z0-9]{10})', '(', 'no group']);

    expect(own({ guid: 'tv.custom.books://b0test0005/x' })).to.equal('B0TEST0005');
    expect(own({ guid: 'com.plexapp.agents.audnexus://B0TEST0001_us' })).to.equal('B0TEST0001');
    expect(invalidPatterns(['(a)', '(', 'no group'])).to.deep.equal(['(', 'no group']);
  });

  it('are read in linear time with any pattern, and patterns without that guarantee are refused', () => {
    const own = createAsinReader(['((a+)+)+$', '(.*)*(.*)*(.*)*=']);

    expect(own({ guid: `${'a'.repeat(200)}!` })).to.equal(undefined);
    expect(invalidPatterns(['(a)\\1', '(?=a)(b)', '(?<=a)(b)'])).to.deep.equal(['(a)\\1', '(?=a)(b)', '(?<=a)(b)']);
  });
});
