import { expect } from 'chai';
import type { Metrics } from './types.js';
import { waitingFor } from './waiting-for.js';

const METRICS: Metrics = {
  requests: { pending: 1, searching: 2, awaiting_search: 3, downloading: 4, downloaded: 5, available: 6 },
  waiting: { mediaServer: 1, downloadClients: { qbit: 3 } },
  users: 1,
  libraryItems: 0,
  matchedItems: 0,
  jobs: {},
  disks: [],
  unknownProxies: [],
};

describe('the requests that wait for an integration', () => {
  it('are those to be searched for, for each indexer', () => {
    expect(waitingFor({ id: 'any', provides: ['indexer'] }, METRICS)).to.equal(6);
  });

  it('are those that it has itself, for a download client', () => {
    expect(waitingFor({ id: 'qbit', provides: ['downloadClient'] }, METRICS)).to.equal(3);
    expect(waitingFor({ id: 'another', provides: ['downloadClient'] }, METRICS)).to.equal(0);
  });

  it('are filed audiobooks, for a media server', () => {
    expect(waitingFor({ id: 'abs', provides: ['mediaServer'] }, METRICS)).to.equal(1);
  });

  it('are none for what no request waits for', () => {
    expect(waitingFor({ id: 'ntfy', provides: ['notifier'] }, METRICS)).to.equal(0);
  });
});
