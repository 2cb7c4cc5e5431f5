import { expect } from 'chai';
import type { DownloadState } from '@lectern/plugin-api';
import { recordedTorrents } from './fixtures.spec.support.js';
import type { Torrent } from './schema.js';
import { stateOf, toStatus } from './status.js';

const BASE: Torrent = {
  hash: 'a'.repeat(40),
  infoHashV1: 'a'.repeat(40),
  infoHashV2: '',
  name: 'Book',
  state: 'downloading',
  category: '',
  isAutomatic: false,
  tags: [],
  progress: 0.5,
  size: 1000,
  amountLeft: 500,
  downBps: 100,
  upBps: 0,
  eta: 5,
  ratio: 0,
  seedingSeconds: 0,
  savePath: '/downloads',
  contentPath: '/downloads/Book',
};

const ROWS: readonly (readonly [string, number, DownloadState])[] = [
  ['allocating', 0, 'checking'],
  ['checkingResumeData', 0, 'checking'],
  ['checkingDL', 0.4, 'checking'],
  ['checkingUP', 1, 'checking'],
  ['metaDL', 0, 'metadata'],
  ['forcedMetaDL', 0, 'metadata'],
  ['queuedDL', 0, 'queued'],
  ['downloading', 0.5, 'downloading'],
  ['forcedDL', 0.5, 'downloading'],
  ['stalledDL', 0.5, 'stalled'],
  ['stalledDL', 1, 'stalled'],
  ['pausedDL', 0.5, 'paused'],
  ['stoppedDL', 0.5, 'paused'],
  ['moving', 1, 'postprocessing'],
  ['uploading', 1, 'seeding'],
  ['forcedUP', 1, 'seeding'],
  ['stalledUP', 1, 'seeding'],
  ['queuedUP', 1, 'seeding'],
  ['pausedUP', 1, 'completed'],
  ['stoppedUP', 1, 'completed'],
  ['uploading', 0.99, 'downloading'],
  ['pausedUP', 0.99, 'downloading'],
  ['missingFiles', 0, 'failed'],
  ['error', 0.5, 'failed'],
  ['unknown', 1, 'downloading'],
  ['aStateOfALaterVersion', 1, 'downloading'],
];

const RECORDED: readonly (readonly [string, readonly DownloadState[]])[] = [
  ['v4.5.2-info-just-added', ['checking']],
  ['v4.5.2-info-stopped', ['paused']],
  ['v5.1.0-info-stopped', ['paused']],
  ['v4.5.2-info-magnet-metadl', ['metadata']],
  ['v4.5.2-info-downloading', ['downloading']],
  ['v4.5.2-info-queued', ['seeding', 'stalled', 'queued']],
  ['v4.5.2-info-seeding', ['seeding']],
  ['v4.5.2-info-after-set-location', ['seeding']],
  ['v4.5.2-info-stopped-complete', ['completed']],
  ['v4.5.2-info-seed-limit-reached', ['completed']],
  ['v4.5.2-info-error', ['failed']],
  ['v4.5.2-info-all-after-restart', ['completed', 'stalled', 'failed']],
];

describe('qbittorrent status', () => {
  for (const [state, progress, expected] of ROWS) {
    it(`${state} at ${progress} → ${expected}`, () => {
      const status = toStatus({ ...BASE, state, progress });

      expect(status).to.include({ state: expected, raw: state });
      expect(status.contentPath !== undefined).to.equal(expected === 'completed' || expected === 'seeding');
    });
  }

  for (const [fixture, states] of RECORDED) {
    it(`reads ${fixture} as ${states.join(', ')}`, () => {
      expect(recordedTorrents(fixture).map(stateOf)).to.deep.equal(states);
    });
  }

  it('names content and bytes of a seeding torrent', () => {
    const [torrent] = recordedTorrents('v4.5.2-info-seeding');

    const status = toStatus(torrent as Torrent);

    expect(status).to.deep.include({
      itemId: '724d5ca0a7d0b586d22991ef7e147d22d8b93db9',
      bytesDone: 7_498_959,
      bytesTotal: 7_498_959,
      contentPath: '/data/downloads/audiobooks/Jane Example - Third Book',
      savePath: '/data/downloads/audiobooks',
      seedingSeconds: 4,
    });
    expect(status).to.not.have.any.keys('etaSeconds', 'error');
  });

  it('says what happened to missing files', () => {
    expect(toStatus({ ...BASE, state: 'missingFiles' }).error).to.deep.equal({
      key: 'files_gone',
      text: 'The files of this torrent are gone from where qBittorrent put them.',
    });
    expect(toStatus({ ...BASE, state: 'error' }).error).to.deep.include({ key: 'stopped_with_error' });
  });
});
