import { expect } from 'chai';
import { statusName } from './request-status.js';

describe('the name of a status', () => {
  it('says "not found yet" only where somebody was asked', () => {
    expect(statusName('awaiting_search', 'nothing_found')).to.equal('status.awaiting_search');
    expect(statusName('awaiting_search')).to.equal('status.awaiting_search');
    for (const reason of ['no_indexer', 'no_ebook_source', 'no_download_client'])
      expect(statusName('awaiting_search', reason)).to.equal('status.not_searched');
  });

  it('says of one that waits for something better that the book was found', () => {
    expect(statusName('awaiting_search', 'grab_delayed')).to.equal('status.grab_delayed');
  });
});
