import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { parseProfile, shelfName } from './profile.js';

describe('profile', () => {
  for (const [text, userId, shelf] of [
    ['12345678', '12345678', undefined],
    [' 12345678 ', '12345678', undefined],
    ['https://www.goodreads.com/user/show/12345678-rita', '12345678', undefined],
    ['goodreads.com/user/show/12345678', '12345678', undefined],
    ['https://www.goodreads.com/review/list/12345678-rita?shelf=to-read&sort=title', '12345678', 'to-read'],
    ['https://www.goodreads.com/review/list_rss/12345678?shelf=sci-fi', '12345678', 'sci-fi'],
  ] as const) {
    it(`reads ${text}`, () => expect(parseProfile(text)).to.deep.equal({ userId, ...(shelf ? { shelf } : {}) }));
  }

  for (const text of [
    'rita',
    'https://evil.example/?www.goodreads.com/user/show/1',
    'https://www.goodreads.com.evil.example/user/show/1',
    'https://www.goodreads.com@evil.example/user/show/1',
    'https://evil.example#goodreads.com/user/show/1',
    'http://127.0.0.1/user/show/1',
    'https://www.goodreads.com:8443/user/show/1',
    'ftp://www.goodreads.com/user/show/1',
    'https://www.goodreads.com/book/show/1',
    'https://www.goodreads.com/user/show/12abc',
    'https://www.goodreads.com/review/list_rss/1?key=secret&shelf=read',
  ]) {
    it(`refuses ${text}`, () => {
      try {
        parseProfile(text);
      } catch (error) {
        expect(isIntegrationError(error) && error.field).to.equal('profile');
        expect((error as Error).message).to.not.contain('secret&');
        return;
      }
      throw new Error('it was taken');
    });
  }

  it('gives the shelf as Goodreads spells it, or the one in the address if none is set', () => {
    expect(shelfName('Sci Fi', { userId: '1' })).to.equal('sci-fi');
    expect(shelfName('', { userId: '1', shelf: 'to-read' })).to.equal('to-read');
    for (const name of ['', '#ALL#', ' all ']) expect(() => shelfName(name, { userId: '1' })).to.throw(/one shelf/);
  });
});
