import { expect } from 'chai';
import type { Preview } from '../../api/types.js';
import { isNowhere } from './is-nowhere.js';

describe('a book that no source has', () => {
  const answered = (...states: Preview['sources'][number]['status'][]) => ({
    candidates: [],
    sources: states.map((status, n) => ({ id: String(n), name: 'Source', integrationName: 'Manager', status, found: 0 })),
  });

  it('is one that all sources were asked for', () => {
    expect(isNowhere(answered('empty', 'ok'))).to.equal(true);
    expect(isNowhere(answered())).to.equal(false);
  });

  it('is not said to be one while a source failed or paused', () => {
    expect(isNowhere(answered('empty', 'failed'))).to.equal(false);
    expect(isNowhere(answered('throttled'))).to.equal(false);
  });
});
