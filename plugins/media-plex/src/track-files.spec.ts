import { expect } from 'chai';
import { recorded } from './recorded-answers.spec.support.js';
import { itemsOf } from './schema.js';
import type { Raw } from './schema.js';
import { albumFilesOf, createTrackIndex, filesOf } from './track-files.js';

function tracks(name: string): readonly Raw[] {
  return itemsOf((recorded(name).body as { MediaContainer: Raw }).MediaContainer);
}

function track(id: string, album: string, file: string, ms = 1000): Raw {
  return { ratingKey: id, parentRatingKey: album, duration: ms, Media: [{ Part: [{ file, size: 5, duration: ms }] }] };
}

describe('tracks of a Plex library', () => {
  it('give albums their folder and their duration, converted from milliseconds to seconds', () => {
    const index = createTrackIndex();
    index.add(tracks('pms.tracks.page0.json'));

    expect(index.of('202')).to.deep.equal({ path: '/storage/audiobooks/Bram Okafor/Quiet Engines', durationSeconds: 3600 });
    expect(index.of('999')).to.equal(undefined);
    expect(albumFilesOf(tracks('pms.metadata.children.json'))).to.deep.equal(index.of('202'));
  });

  it('count once even if a page comes twice', () => {
    const index = createTrackIndex();
    index.add(tracks('pms.tracks.page0.json'));
    index.add(tracks('pms.tracks.page0.json'));

    expect(index.of('202')?.durationSeconds).to.equal(3600);
  });

  it('determine the folder that all files have in common, whatever their order', () => {
    const files = ['/b/x/CD 1/1.mp3', '/b/x/CD 1/2.mp3', '/b/x/CD 2/1.mp3', '/b/x/bonus.mp3'];
    for (const order of [files, [...files].reverse(), [files[2], files[0], files[3], files[1]]]) {
      const index = createTrackIndex();
      order.forEach((file, at) => index.add([track(`t${at}`, 'a', file ?? '')]));
      expect(index.of('a')?.path).to.equal('/b/x');
    }
  });

  it('are skipped without files, and count with the duration of the first version', () => {
    const two = {
      ratingKey: '1',
      parentRatingKey: 'a',
      Media: [{ Part: [{ file: '/x/1.flac', duration: 4000 }] }, { Part: [{ file: '/x/1.mp3', duration: 4100 }] }],
    };

    expect(filesOf(two)).to.deep.equal([
      { path: '/x/1.flac', size: 0 },
      { path: '/x/1.mp3', size: 0 },
    ]);
    expect(albumFilesOf([two])).to.deep.equal({ path: '/x', durationSeconds: 4 });
    expect(albumFilesOf([{ ratingKey: '2' }])).to.deep.equal({});
  });
});
