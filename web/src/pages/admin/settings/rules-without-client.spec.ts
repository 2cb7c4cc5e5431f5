import { expect } from 'chai';
import type { Settings } from '../../../api/types.js';
import { rulesWithoutClient } from './rules-without-client.js';

describe('rules of indexers without a client', () => {
  it('are those whose client was removed', () => {
    const indexers = [
      { indexer: 'Harbour', client: 'here' },
      { indexer: ' Reef ', client: 'gone' },
      { indexer: 'Bay', client: '' },
      { indexer: 'Cove', seedRatio: 2 },
    ];

    const found = rulesWithoutClient({ downloads: { indexers } as unknown as Settings['downloads'] }, [{ id: 'here' }]);

    expect(found).to.deep.equal(['Reef']);
  });
});
