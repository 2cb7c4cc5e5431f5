import { expect } from 'chai';
import { coverArtOf } from './cover-art.js';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('cover art', () => {
  it('gives a book the same art each time, and an author one palette', () => {
    expect(coverArtOf('Salt Roads', 'Okafor')).to.deep.equal(coverArtOf('Salt Roads', 'Okafor'));
    expect(coverArtOf('A', 'Okafor').ground).to.equal(coverArtOf('B', 'Okafor').ground);
  });

  it('keeps the title readable on its ground', () => {
    for (let index = 0; index < 60; index += 1) {
      const { ground, text } = coverArtOf(`Title ${index}`, `Author ${index}`);
      const [light = 0, dark = 0] = [luminance(ground), luminance(text)].sort((a, b) => b - a);
      expect((light + 0.05) / (dark + 0.05)).to.be.greaterThan(4.5);
    }
  });

  it('takes any title', () => {
    expect(coverArtOf('', '')).to.have.property('pattern');
    expect(coverArtOf('銀河鉄道の夜', '宮沢賢治')).to.have.property('pattern');
  });
});
