import { expect } from 'chai';
import { normalizeBaseUrl } from './base-url.js';

describe('normalizeBaseUrl', () => {
  for (const [typed, expected] of [
    ['http://abs:13378', 'http://abs:13378'],
    ['http://abs:13378///', 'http://abs:13378'],
    [' HTTPS://Books.Example.ORG/Audiobookshelf/ ', 'https://books.example.org/Audiobookshelf'],
    ['http://abs/api/', 'http://abs'],
    ['http://abs/sub?x=1#top', 'http://abs/sub'],
    ['http://[::1]:13378/', 'http://[::1]:13378'],
  ] as const) {
    it(`reads ${typed}`, () => expect(normalizeBaseUrl(typed)).to.equal(expected));
  }

  for (const typed of ['abs:13378', 'ftp://abs', 'http://', '']) {
    it(`refuses "${typed}" and blames the setting`, () => {
      expect(() => normalizeBaseUrl(typed))
        .to.throw()
        .with.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    });
  }
});
