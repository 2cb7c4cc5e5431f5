import { expect } from 'chai';
import { FIRST_PIECE_BYTES, nextPieceBytes } from './piece-size.js';

/** The sizes of pieces over a connection of so many bytes a second, on which no piece may take longer than a minute. */
function sizesOver(bytesPerSecond: number): number[] {
  const sizes = [FIRST_PIECE_BYTES];
  for (let count = 0; count < 20; count += 1) {
    const last = sizes.at(-1) ?? 0;
    const milliseconds = (last / bytesPerSecond) * 1000;
    sizes.push(nextPieceBytes(last, milliseconds > 60_000 ? Infinity : milliseconds));
  }
  return sizes;
}

describe('the size of the pieces of an upload', () => {
  it('grows on a quick connection, to what the server takes at once', () => {
    expect(sizesOver(100_000_000).at(-1)).to.equal(8 * 1024 * 1024);
  });

  it('shrinks on a slow connection, until a piece arrives in time', () => {
    expect((sizesOver(4_000).at(-1) ?? 0) / 4_000).to.be.below(60);
  });

  it('stays where it is neither', () => {
    expect(sizesOver(200_000).at(-1)).to.equal(FIRST_PIECE_BYTES);
  });
});
