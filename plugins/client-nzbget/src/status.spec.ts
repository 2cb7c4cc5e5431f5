import { expect } from 'chai';
import type { DownloadState } from '@lectern/plugin-api';
import { englishOf } from '@lectern/plugin-kit';
import { recordedResult } from './fixtures.spec.support.js';
import { readGroups, readHistory, readServerStatus } from './schema.js';
import type { Group, HistoryItem, ServerStatus } from './schema.js';
import { groupState, historyState, toStatus } from './status.js';

const ITEM: HistoryItem = {
  nzbId: 7,
  name: 'Book',
  filename: 'Book.nzb',
  category: 'audiobooks',
  status: 'SUCCESS/ALL',
  parameters: new Map([['lectern', '0123456789ab']]),
  destDir: '/data/dst/audiobooks/Book',
  finalDir: '',
  bytes: 1000,
  health: 1000,
  criticalHealth: 900,
};

const GROUP: Group = { ...ITEM, status: 'DOWNLOADING', bytesLeft: 600, bytesPaused: 0, activeDownloads: 2 };

const SERVER: ServerStatus = { isPaused: false, isQuotaReached: false, bytesPerSecond: 100, time: 0 };

const GROUP_ROWS: readonly (readonly [status: string, change: Partial<Group>, server: Partial<ServerStatus>, DownloadState])[] = [
  ['FETCHING', {}, {}, 'queued'],
  ['QUEUED', {}, {}, 'queued'],
  ['QUEUED', {}, { isPaused: true }, 'paused'],
  ['QUEUED', {}, { isQuotaReached: true }, 'paused'],
  ['PAUSED', {}, {}, 'paused'],
  ['PAUSED', { health: 899 }, {}, 'failed'],
  ['DOWNLOADING', {}, {}, 'downloading'],
  ['PP_QUEUED', {}, {}, 'postprocessing'],
  ['LOADING_PARS', {}, {}, 'postprocessing'],
  ['VERIFYING_SOURCES', {}, {}, 'postprocessing'],
  ['REPAIRING', {}, {}, 'postprocessing'],
  ['VERIFYING_REPAIRED', {}, {}, 'postprocessing'],
  ['RENAMING', {}, {}, 'postprocessing'],
  ['UNPACKING', {}, {}, 'postprocessing'],
  ['MOVING', {}, {}, 'postprocessing'],
  ['POST_UNPACK_RENAMING', {}, {}, 'postprocessing'],
  ['EXECUTING_SCRIPT', {}, {}, 'postprocessing'],
  ['PP_FINISHED', {}, {}, 'postprocessing'],
  ['A_STAGE_OF_A_LATER_VERSION', { bytesLeft: 0 }, {}, 'postprocessing'],
  ['A_STATUS_OF_A_LATER_VERSION', {}, {}, 'downloading'],
];

const HISTORY_ROWS: readonly (readonly [status: string, DownloadState, error?: RegExp])[] = [
  ['SUCCESS/ALL', 'completed'],
  ['SUCCESS/UNPACK', 'completed'],
  ['SUCCESS/PAR', 'completed'],
  ['SUCCESS/HEALTH', 'completed'],
  ['SUCCESS/GOOD', 'completed'],
  ['SUCCESS/MARK', 'completed'],
  ['WARNING/SCRIPT', 'completed', /script/],
  ['WARNING/HEALTH', 'failed', /articles .* missing/],
  ['WARNING/DAMAGED', 'failed', /damaged/],
  ['WARNING/REPAIRABLE', 'failed', /repairing is switched off/],
  ['WARNING/SPACE', 'failed', /disk/],
  ['WARNING/PASSWORD', 'failed', /password/],
  ['WARNING/SKIPPED', 'failed', /no NZB/],
  ['FAILURE/HEALTH', 'failed', /missing on the news servers: 100% are there, 90% are needed \(NZBGet: FAILURE\/HEALTH\)/],
  ['FAILURE/PAR', 'failed', /could not be repaired/],
  ['FAILURE/UNPACK', 'failed', /could not be unpacked.*password/],
  ['FAILURE/MOVE', 'failed', /could not move/],
  ['FAILURE/SCAN', 'failed', /no NZB/],
  ['FAILURE/FETCH', 'failed', /could not fetch/],
  ['FAILURE/BAD', 'failed', /marked as bad/],
  ['FAILURE/SOMETHING_NEW', 'failed', /NZBGet says FAILURE\/SOMETHING_NEW/],
  ['DELETED/MANUAL', 'missing'],
  ['DELETED/DUPE', 'failed', /duplicate/],
  ['DELETED/COPY', 'failed', /same content/],
  ['DELETED/GOOD', 'failed', /duplicate/],
  ['SUCCESS/HIDDEN', 'missing'],
  ['FAILURE/HIDDEN', 'missing'],
  ['SOMETHING/NEW', 'downloading'],
];

const RECORDED_GROUPS: readonly (readonly [string, readonly DownloadState[]])[] = [
  ['v21.0-listgroups-paused', ['paused']],
  ['v26.0-listgroups-paused', ['paused']],
  ['v21.0-listgroups-url-fetching', ['queued']],
  ['v21.0-listgroups-downloading-and-queued', ['downloading', 'queued']],
  ['v26.0-listgroups-downloading-and-queued', ['downloading', 'queued']],
  ['v26.0-listgroups-pp-queued', ['postprocessing']],
  ['v21.0-listgroups-renaming', ['postprocessing']],
  ['v21.0-listgroups-unpacking', ['postprocessing']],
  ['v21.0-listgroups-moving', ['postprocessing']],
  ['v26.0-listgroups-post-unpack-renaming', ['postprocessing']],
  ['v21.0-listgroups-pp-finished', ['postprocessing']],
];

const RECORDED_HISTORIES: readonly (readonly [string, readonly DownloadState[]])[] = [
  ['v21.0-history-success-unpack', ['completed']],
  ['v26.0-history-success-unpack', ['completed']],
  ['v21.0-history-success-health', ['completed']],
  ['v21.0-history-failure-health', ['failed']],
  ['v21.0-history-failure-password', ['failed']],
  ['v21.0-history-failure-damaged', ['failed']],
  ['v21.0-history-url-failures', ['failed', 'failed', 'failed']],
  ['v21.0-history-hidden', ['missing']],
];

describe('nzbget status', () => {
  for (const [status, change, server, expected] of GROUP_ROWS) {
    it(`queue: ${status} ${JSON.stringify({ ...change, ...server })} → ${expected}`, () => {
      const item = { ...GROUP, status, ...change };

      const answer = toStatus({ place: 'queue', item }, { ...SERVER, ...server });

      expect(answer).to.include({ itemId: '7-0123456789ab', state: expected, raw: status });
      expect(answer.progress).to.be.below(1);
      expect(answer).to.not.have.property('contentPath');
    });
  }

  for (const [status, expected, error] of HISTORY_ROWS) {
    it(`history: ${status} → ${expected}`, () => {
      const answer = toStatus({ place: 'history', item: { ...ITEM, status } }, undefined);

      expect(answer).to.include({ itemId: '7-0123456789ab', state: expected, raw: status });
      expect(answer.contentPath).to.equal(expected === 'completed' ? '/data/dst/audiobooks/Book' : undefined);
      if (error) expect(englishOf(answer.error ?? '')).to.match(error);
      else expect(answer.error).to.equal(undefined);
    });
  }

  for (const [fixture, states] of RECORDED_GROUPS) {
    it(`reads ${fixture} as ${states.join(', ')}`, () => {
      const groups = readGroups(recordedResult(fixture));

      expect(groups.map((group) => groupState(group, SERVER))).to.deep.equal(states);
    });
  }

  for (const [fixture, states] of RECORDED_HISTORIES) {
    it(`reads ${fixture} as ${states.join(', ')}`, () => {
      expect(readHistory(recordedResult(fixture)).map(historyState)).to.deep.equal(states);
    });
  }

  it('names the folder a script moved the files to', () => {
    const item = { ...ITEM, finalDir: '/library/Book' };

    expect(toStatus({ place: 'history', item }, undefined).contentPath).to.equal('/library/Book');
  });

  it('waits if a success comes without a folder', () => {
    const answer = toStatus({ place: 'history', item: { ...ITEM, destDir: '' } }, undefined);

    expect(answer.state).to.equal('postprocessing');
    expect(answer).to.not.have.property('contentPath');
  });

  const PROGRESS: readonly (readonly [what: string, change: Partial<Group>, progress: number, total: number])[] = [
    ['plain', { bytesLeft: 600 }, 0.4, 1000],
    ['repair data held back', { bytesLeft: 400, bytesPaused: 200 }, 0.75, 800],
    ['all but repair data there', { bytesLeft: 200, bytesPaused: 200 }, 1, 800],
    ['paused in the middle', { status: 'PAUSED', bytesLeft: 600, bytesPaused: 600 }, 0.4, 1000],
    ['all paused from the start', { bytesLeft: 1000, bytesPaused: 1000 }, 0, 0],
    ['nothing known yet', { bytes: 0, bytesLeft: 0 }, 0, 0],
  ];

  for (const [what, change, progress, total] of PROGRESS) {
    it(`progress: ${what} is ${progress} of ${total}`, () => {
      const answer = toStatus({ place: 'queue', item: { ...GROUP, ...change } }, SERVER);

      expect(answer).to.include({ progress, bytesTotal: total });
    });
  }

  it('reports speed and remaining time only for the download that receives data', () => {
    expect(toStatus({ place: 'queue', item: GROUP }, SERVER)).to.include({ downBps: 100, etaSeconds: 6 });
    const waiting = toStatus({ place: 'queue', item: { ...GROUP, status: 'QUEUED', activeDownloads: 0 } }, SERVER);
    expect(waiting.downBps).to.equal(0);
    expect(waiting).to.not.have.property('etaSeconds');
  });

  for (const [fixture, free] of [
    ['v21.0-status', 70_812_889_088],
    ['v26.0-status', 70_754_758_656],
  ] as const) {
    it(`reads ${fixture}`, () => {
      expect(readServerStatus(recordedResult(fixture))).to.include({ isPaused: false, bytesPerSecond: 0, bytesFree: free });
    });
  }

  it('combines the rate of 24.2 and later from its halves', () => {
    const status = readServerStatus({ DownloadRate: 2_147_483_647, DownloadRateLo: 705_032_704, DownloadRateHi: 1 });

    expect(status.bytesPerSecond).to.equal(5_000_000_000);
    expect(status).to.not.have.property('bytesFree');
  });
});
