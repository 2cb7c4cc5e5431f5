import { expect } from 'chai';
import { coverAt } from './cover-size.js';

describe('covers in another size', () => {
  it('are asked for in their address', () => {
    const sized = 'https://m.media-amazon.com/images/I/81wvR09gLRL._SL400_.jpg';

    expect(coverAt('https://m.media-amazon.com/images/I/81wvR09gLRL._SL1024_.jpg', 400)).to.equal(sized);
    expect(coverAt('https://m.media-amazon.com/images/I/81wvR09gLRL.jpg', 400)).to.equal(sized);
  });

  it('stay what they are elsewhere, and where the address has another form', () => {
    for (const url of [
      'https://covers.example/a._SL500_.jpg',
      'https://notmedia-amazon.com.example/a.jpg',
      'https://m.media-amazon.com/images/I/81wvR09gLRL',
      'nowhere',
    ]) {
      expect(coverAt(url, 400)).to.equal(url);
    }
  });
});
