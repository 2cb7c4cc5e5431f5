import { expect } from 'chai';

import { renderSidecar, sidecarFile } from './metadata-sidecar.js';

describe('metadata sidecar', () => {
  it('writes the fields under the names Audiobookshelf reads', () => {
    const text = renderSidecar({
      title: 'The Way of Kings',
      authors: ['Brandon Sanderson'],
      narrators: ['Kate Reading', 'Michael Kramer'],
      series: [{ name: 'The Stormlight Archive', part: '1' }, { name: 'Cosmere' }],
      asin: 'B003ZWFO7E',
      language: 'en',
      releaseDate: '2010-08-31',
      publisher: 'Macmillan Audio',
      description: 'Line one\nLine two',
    });

    expect(JSON.parse(text)).to.deep.equal({
      title: 'The Way of Kings',
      authors: ['Brandon Sanderson'],
      narrators: ['Kate Reading', 'Michael Kramer'],
      series: ['The Stormlight Archive #1', 'Cosmere'],
      publishedYear: '2010',
      publishedDate: '2010-08-31',
      publisher: 'Macmillan Audio',
      description: 'Line one\nLine two',
      asin: 'B003ZWFO7E',
      language: 'en',
    });
  });

  it('leaves out what is unknown, and chapters, so that the tags of the files count', () => {
    expect(JSON.parse(renderSidecar({ title: 'T', authors: [], narrators: [] }))).to.deep.equal({ title: 'T' });
  });

  it('drops blank values and control characters', () => {
    const file = sidecarFile({
      title: 'T\u0000i\u0007tle',
      authors: [' ', 'A'],
      narrators: [],
      subtitle: '  ',
      series: [{ name: '', part: '1' }],
    });

    expect(file.to).to.equal('metadata.json');
    expect(JSON.parse(Buffer.from(file.bytes).toString('utf8'))).to.deep.equal({ title: 'Title', authors: ['A'] });
  });
});
