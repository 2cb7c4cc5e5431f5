import { expect } from 'chai';
import type { DownloadState } from '@lectern/plugin-api';
import { failureReason } from './failure-reason.js';
import { recordedJson } from './fixtures.spec.support.js';
import { readHistory, readQueue } from './schema.js';
import type { HistorySlot, Queue, QueueSlot } from './schema.js';
import { historyState, queueState, toStatus } from './status.js';

const SLOT: QueueSlot = {
  id: 'SABnzbd_nzo_1',
  name: 'Book',
  category: '*',
  status: 'Downloading',
  labels: [],
  bytes: 1000,
  bytesLeft: 500,
  secondsLeft: 22,
};

const ENTRY: HistorySlot = {
  id: 'SABnzbd_nzo_1',
  name: 'Book',
  category: '*',
  status: 'Completed',
  storage: '/complete/Book',
  failMessage: '',
  bytes: 1000,
  isLoaded: false,
  isArchived: false,
};

function queueWith(slots: readonly QueueSlot[], more: Partial<Queue> = {}): Queue {
  return { isPaused: false, bytesPerSecond: 2048, slots, ...more };
}

const QUEUE_ROWS: readonly (readonly [status: string, isAllPaused: boolean, DownloadState])[] = [
  ['Grabbing', false, 'queued'],
  ['Queued', false, 'queued'],
  ['Queued', true, 'paused'],
  ['Propagating', false, 'queued'],
  ['Downloading', false, 'downloading'],
  ['Downloading', true, 'downloading'],
  ['Fetching', false, 'downloading'],
  ['Checking', false, 'checking'],
  ['Paused', false, 'paused'],
  ['AStatusOfALaterVersion', false, 'downloading'],
];

const HISTORY_ROWS: readonly (readonly [status: string, change: Partial<HistorySlot>, DownloadState])[] = [
  ['Queued', {}, 'postprocessing'],
  ['QuickCheck', {}, 'postprocessing'],
  ['Verifying', {}, 'postprocessing'],
  ['Repairing', {}, 'postprocessing'],
  ['Fetching', {}, 'postprocessing'],
  ['Extracting', {}, 'postprocessing'],
  ['Moving', {}, 'postprocessing'],
  ['Running', {}, 'postprocessing'],
  ['Completed', { isLoaded: true }, 'postprocessing'],
  ['Completed', { storage: '' }, 'postprocessing'],
  ['Completed', {}, 'completed'],
  ['Failed', { isLoaded: true }, 'postprocessing'],
  ['Failed', { storage: '' }, 'failed'],
  ['Failed', {}, 'failed'],
  ['AStatusOfALaterVersion', {}, 'downloading'],
];

const RECORDED_QUEUES: readonly (readonly [string, readonly DownloadState[]])[] = [
  ['v3.7.1-queue-grabbing', ['queued']],
  ['v3.7.1-queue-downloading', ['downloading', 'queued']],
  ['v3.7.1-queue-all-paused', ['paused', 'paused']],
  ['v3.7.1-queue-paused-job', ['paused']],
  ['v5.1.3-queue-paused-job', ['paused']],
  ['v3.7.1-queue-with-duplicate', ['downloading', 'paused']],
  ['v3.7.1-queue-news-login-refused', ['downloading']],
];

const RECORDED_HISTORIES: readonly (readonly [string, DownloadState])[] = [
  ['v3.7.1-history-pp-queued', 'postprocessing'],
  ['v3.7.1-history-pp-verifying', 'postprocessing'],
  ['v3.7.1-history-pp-extracting', 'postprocessing'],
  ['v4.5.0-history-pp-completed', 'postprocessing'],
  ['v5.1.3-history-pp-completed', 'postprocessing'],
  ['v3.7.1-history-completed', 'completed'],
  ['v5.1.3-history-completed', 'completed'],
  ['v3.7.1-history-completed-single-file', 'completed'],
  ['v3.7.1-history-failed-incomplete', 'failed'],
  ['v3.7.1-history-failed-password', 'failed'],
  ['v3.7.1-history-failed-repair', 'failed'],
];

describe('sabnzbd status', () => {
  for (const [status, isPaused, expected] of QUEUE_ROWS) {
    it(`queue: ${status}${isPaused ? ' while all is paused' : ''} → ${expected}`, () => {
      const slot = { ...SLOT, status };

      const answer = toStatus({ place: 'queue', slot, queue: queueWith([slot], { isPaused }) });

      expect(answer).to.include({ state: expected, raw: status, progress: 0.5, bytesDone: 500, bytesTotal: 1000 });
      expect(answer).to.not.have.property('contentPath');
    });
  }

  for (const [status, change, expected] of HISTORY_ROWS) {
    it(`history: ${status} ${JSON.stringify(change)} → ${expected}`, () => {
      const answer = toStatus({ place: 'history', slot: { ...ENTRY, status, ...change } });

      expect(answer).to.include({ state: expected, raw: status });
      expect(answer.contentPath).to.equal(expected === 'completed' ? '/complete/Book' : undefined);
      expect(answer.progress === 1).to.equal(expected === 'completed');
    });
  }

  for (const [fixture, states] of RECORDED_QUEUES) {
    it(`reads ${fixture} as ${states.join(', ')}`, () => {
      const queue = readQueue(recordedJson(fixture));

      expect(queue.slots.map((slot) => queueState(slot, queue))).to.deep.equal(states);
    });
  }

  for (const [fixture, state] of RECORDED_HISTORIES) {
    it(`reads ${fixture} as ${state}`, () => {
      expect(readHistory(recordedJson(fixture)).map(historyState)).to.deep.equal([state]);
    });
  }

  it('reports speed and remaining time only for the job that moves', () => {
    const queue = readQueue(recordedJson('v3.7.1-queue-downloading'));

    const [first, second] = queue.slots.map((slot) => toStatus({ place: 'queue', slot, queue }));

    expect(first).to.include({ state: 'downloading', downBps: 769_331, etaSeconds: 14, bytesTotal: 12_383_683 });
    expect(second).to.include({ state: 'queued', downBps: 0, progress: 0 });
    expect(second).to.not.have.property('etaSeconds');
  });

  it('does not wait for a password nobody will enter', () => {
    const slot = { ...SLOT, status: 'Paused', labels: ['ENCRYPTED'] };

    const answer = toStatus({ place: 'queue', slot, queue: queueWith([slot]) });

    expect(answer.state).to.equal('failed');
    expect(answer.error).to.deep.include({ key: 'paused_as_encrypted' });
  });

  it('explains a failure, with SABnzbd’s own words as a value', () => {
    const errorOf = (failMessage: string) => toStatus({ place: 'history', slot: { ...ENTRY, status: 'Failed', failMessage } }).error;

    expect(errorOf('Unpacking failed, <b>archive</b> is broken')).to.deep.equal({
      key: 'not_unpacked',
      values: { reason: 'Unpacking failed, archive is broken' },
      text: 'The archive could not be unpacked; it may be damaged or need another password (“Unpacking failed, archive is broken”).',
    });
    expect(errorOf('Something new')).to.deep.include({ key: 'says', values: { reason: 'Something new' } });
    expect(errorOf('')).to.deep.include({ key: 'no_reason' });
  });

  it('explains a pause by its labels', () => {
    const slot = { ...SLOT, status: 'Paused', labels: ['DUPLICATE'] };

    const answer = toStatus({ place: 'queue', slot, queue: queueWith([slot]) });

    expect(answer).to.deep.include({
      state: 'paused',
      error: { key: 'labelled', values: { labels: ['DUPLICATE'] }, text: 'SABnzbd labels it DUPLICATE.' },
    });
  });

  it('reads sizes beyond 32 bits and days of waiting', () => {
    const { queue } = recordedJson('v3.7.1-queue-downloading') as { queue: { slots: object[] } };
    const slot = { ...queue.slots[0], mb: '9437184.00', mbleft: '1048576.5', timeleft: '2:03:04:05' };

    const [read] = readQueue({ queue: { ...queue, slots: [slot] } }).slots;

    expect(read).to.include({ bytes: 9_895_604_649_984, bytesLeft: 1_099_512_152_064, secondsLeft: 183_845 });
  });
});

describe('sabnzbd failure', () => {
  const ROWS: readonly (readonly [message: string, reason: RegExp])[] = [
    ['Aborted, cannot be completed - https://sabnzbd.org/not-complete', /^Too many articles.*\(“Aborted, cannot be completed”\)\.$/],
    ['Download failed - Not on your server(s)', /^Too many articles/],
    ['Repair failed, not enough repair blocks (20 short)', /too little repair data.*20 short/],
    ['Repair failed, invalid par2', /could not be repaired/],
    ['Unpacking failed, see logfile', /could not be unpacked/],
    ['Unpacking failed, archive requires a password', /needs a password/],
    ['Unpacking failed, write error or disk is full?', /could not be unpacked|disk/],
    ['URL Fetching failed; File not on server', /could not fetch the NZB/],
    ['Duplicate NZB', /duplicate/],
    ['Ein Satz <a href="x">in</a> fremder\nSprache', /^SABnzbd says “Ein Satz in fremder Sprache”\.$/],
    ['', /gives no reason/],
  ];

  for (const [message, reason] of ROWS) {
    it(`"${message.replace(/\s+/g, ' ')}" is explained as ${String(reason)}`, () => {
      expect(failureReason(message).text).to.match(reason);
    });
  }
});
