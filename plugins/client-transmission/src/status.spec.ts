import { expect } from 'chai';
import type { DownloadState } from '@lectern/plugin-api';
import { recordedTorrents } from './fixtures.spec.support.js';
import type { Torrent } from './schema.js';
import { missingStatus, stateOf, toStatus } from './status.js';

const NOW = 1_800_000_000_000;

const BASE: Torrent = {
  hashString: 'a'.repeat(40),
  name: 'Book',
  status: 4,
  error: 0,
  errorString: '',
  percentDone: 0.5,
  metadataPercentComplete: 1,
  recheckProgress: 0,
  leftUntilDone: 500,
  sizeWhenDone: 1000,
  rateDownload: 100,
  rateUpload: 0,
  eta: 5,
  downloadDir: '/downloads',
  labels: [],
  isFinished: false,
  isStalled: false,
  uploadRatio: -1,
  secondsSeeding: 0,
  addedDate: NOW / 1000,
  startDate: NOW / 1000,
  activityDate: NOW / 1000,
};

const WHOLE = { leftUntilDone: 0, percentDone: 1 };

const ROWS: readonly (readonly [string, Partial<Torrent>, DownloadState])[] = [
  ['0 stopped with bytes left', { status: 0 }, 'paused'],
  ['0 stopped and whole', { status: 0, ...WHOLE }, 'completed'],
  ['0 stopped by a seeding limit', { status: 0, ...WHOLE, isFinished: true }, 'completed'],
  ['0 stopped without metadata', { status: 0, metadataPercentComplete: 0, leftUntilDone: 0, sizeWhenDone: 0 }, 'paused'],
  ['0 stopped with nothing wanted', { status: 0, leftUntilDone: 0, sizeWhenDone: 0 }, 'paused'],
  ['1 waiting to be checked', { status: 1 }, 'checking'],
  ['2 checking', { status: 2 }, 'checking'],
  ['2 checking again when whole', { status: 2, ...WHOLE }, 'checking'],
  ['3 waiting to download', { status: 3 }, 'queued'],
  ['4 downloading', { status: 4 }, 'downloading'],
  ['4 downloading metadata', { status: 4, metadataPercentComplete: 0.3, leftUntilDone: 0, sizeWhenDone: 0 }, 'metadata'],
  ['4 whole, moving out of the incomplete folder', { status: 4, ...WHOLE }, 'postprocessing'],
  ['4 stalled by its own account', { status: 4, isStalled: true }, 'stalled'],
  [
    '4 nothing received for six minutes',
    { status: 4, rateDownload: 0, activityDate: NOW / 1000 - 360, startDate: 0, addedDate: 1 },
    'stalled',
  ],
  ['4 nothing received yet, just started', { status: 4, rateDownload: 0, activityDate: 0 }, 'downloading'],
  ['5 waiting to seed', { status: 5, ...WHOLE }, 'seeding'],
  ['6 seeding', { status: 6, ...WHOLE }, 'seeding'],
  ['6 although bytes are left', { status: 6 }, 'downloading'],
  ['a status of a later version', { status: 9, ...WHOLE }, 'downloading'],
  ['error 1, a tracker warning', { error: 1, errorString: 'slow down' }, 'downloading'],
  ['error 2, a tracker error', { error: 2, errorString: 'unregistered torrent' }, 'downloading'],
  ['error 3, a local error', { error: 3, errorString: 'No space left' }, 'failed'],
  ['error 3 on a whole torrent', { status: 6, ...WHOLE, error: 3, errorString: 'No data found!' }, 'failed'],
];

const RECORDED: readonly (readonly [string, readonly DownloadState[]])[] = [
  ['v3.00-get-just-added', ['checking']],
  ['v3.00-get-stopped', ['paused']],
  ['v3.00-get-magnet-no-metadata', ['metadata']],
  ['v3.00-get-queued', ['queued', 'stalled']],
  ['v3.00-get-downloading', ['downloading']],
  ['v3.00-get-seeding', ['seeding']],
  ['v3.00-get-verifying', ['checking']],
  ['v3.00-get-stopped-complete', ['completed']],
  ['v3.00-get-ratio-reached', ['completed']],
  ['v4.1.4-get-error', ['failed']],
  ['v3.00-get-after-restart', ['seeding', 'failed']],
];

describe('transmission status', () => {
  for (const [title, change, state] of ROWS) {
    it(`${title} → ${state}`, () => {
      const torrent = { ...BASE, ...change };

      const status = toStatus(torrent, NOW);

      expect(status.state).to.equal(state);
      expect(status.contentPath !== undefined).to.equal(state === 'completed' || state === 'seeding');
    });
  }

  for (const [fixture, states] of RECORDED) {
    it(`reads ${fixture} as ${states.join(', ')}`, () => {
      expect(recordedTorrents(fixture).map((torrent) => stateOf(torrent, NOW))).to.deep.equal(states);
    });
  }

  it('names content, bytes and limits of a seeding torrent', () => {
    const [torrent] = recordedTorrents('v3.00-get-seeding');

    const status = toStatus(torrent as Torrent, NOW);

    expect(status).to.deep.include({
      itemId: '724d5ca0a7d0b586d22991ef7e147d22d8b93db9',
      progress: 1,
      bytesDone: 7_498_959,
      bytesTotal: 7_498_959,
      contentPath: '/data/downloads/audiobooks/Jane Example - Third Book',
      savePath: '/data/downloads/audiobooks',
      ratio: 0,
      raw: 'seeding',
    });
    expect(status).to.not.have.any.keys('etaSeconds', 'error');
  });

  it('keeps the state and shows the text of a tracker error', () => {
    const status = toStatus({ ...BASE, error: 2, errorString: 'unregistered torrent' }, NOW);

    expect(status).to.include({ state: 'downloading', error: 'unregistered torrent' });
  });

  it('joins the folder and the name with one slash', () => {
    const status = toStatus({ ...BASE, ...WHOLE, status: 6, downloadDir: '/downloads/' }, NOW);

    expect(status.contentPath).to.equal('/downloads/Book');
  });

  it('answers "missing" for absent torrents', () => {
    expect(missingStatus('x')).to.include({ itemId: 'x', state: 'missing', progress: 0 });
  });
});
