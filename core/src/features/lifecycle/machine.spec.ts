import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { INITIAL, nextState, type RequestEvent } from './machine.js';
import { REQUEST_STATUSES, type RequestStatus, type RequestType } from './statuses.js';

const FOUND: Partial<Record<RequestStatus, RequestStatus>> = {
  awaiting_approval: 'available',
  pending: 'available',
  awaiting_release: 'available',
  searching: 'available',
  awaiting_search: 'available',
  downloading: 'available',
  processing: 'available',
  awaiting_import: 'available',
  warn: 'available',
  failed: 'available',
};

/** Every move of an audiobook request. Any other must be refused. */
const MOVES: Record<RequestEvent, Partial<Record<RequestStatus, RequestStatus>>> = {
  approve: { awaiting_approval: 'pending' },
  approve_unreleased: { awaiting_approval: 'awaiting_release' },
  approval_undone: {
    pending: 'awaiting_approval',
    awaiting_release: 'awaiting_approval',
    searching: 'awaiting_approval',
    awaiting_search: 'awaiting_approval',
    downloading: 'awaiting_approval',
  },
  deny: { awaiting_approval: 'denied' },
  denial_undone: { denied: 'awaiting_approval' },
  joined_other: { awaiting_approval: 'cancelled' },
  release_date_reached: { awaiting_release: 'pending' },
  search_started: { pending: 'searching', awaiting_search: 'searching', searching: 'searching' },
  winner_found: { searching: 'downloading' },
  nothing_found: { searching: 'awaiting_search' },
  search_cancelled: { pending: 'awaiting_search', searching: 'awaiting_search', awaiting_search: 'awaiting_search' },
  grab_delayed: { searching: 'awaiting_search' },
  candidate_chosen: {
    awaiting_approval: 'downloading',
    pending: 'downloading',
    searching: 'downloading',
    awaiting_search: 'downloading',
    downloading: 'downloading',
    awaiting_import: 'downloading',
    warn: 'downloading',
    failed: 'downloading',
  },
  next_candidate: { downloading: 'downloading' },
  candidates_used_up: { downloading: 'awaiting_search' },
  downloads_used_up: { downloading: 'failed' },
  download_completed: { downloading: 'processing' },
  import_done: { processing: 'downloaded' },
  import_suspect: { processing: 'warn' },
  import_broken: { processing: 'downloading' },
  import_postponed: { processing: 'awaiting_import' },
  import_given_up: { processing: 'warn', awaiting_import: 'warn' },
  import_resumed: { awaiting_import: 'processing' },
  library_match: { downloaded: 'available' },
  library_loss: { available: 'downloaded' },
  found_in_library: FOUND,
  library_withdrawn: { available: 'failed' },
  cancel: {
    awaiting_approval: 'cancelled',
    pending: 'cancelled',
    awaiting_release: 'cancelled',
    searching: 'cancelled',
    awaiting_search: 'cancelled',
    downloading: 'cancelled',
    processing: 'cancelled',
    awaiting_import: 'cancelled',
    warn: 'cancelled',
    downloaded: 'cancelled',
  },
  manual_import: {
    awaiting_approval: 'processing',
    denied: 'processing',
    pending: 'processing',
    awaiting_release: 'processing',
    searching: 'processing',
    awaiting_search: 'processing',
    downloading: 'processing',
    awaiting_import: 'processing',
    warn: 'processing',
    failed: 'processing',
    cancelled: 'processing',
  },
  retry: {
    failed: 'pending',
    warn: 'pending',
    awaiting_search: 'pending',
    awaiting_release: 'pending',
    awaiting_import: 'pending',
    cancelled: 'pending',
    denied: 'pending',
  },
  retry_import: { awaiting_import: 'processing', warn: 'processing', failed: 'processing' },
  retry_download: { failed: 'downloading', awaiting_search: 'downloading', downloading: 'downloading' },
  accept_import: { warn: 'processing' },
  reject_release: { warn: 'downloading' },
  restored: {
    pending: 'failed',
    awaiting_release: 'failed',
    searching: 'failed',
    awaiting_search: 'failed',
    downloading: 'failed',
    processing: 'failed',
    awaiting_import: 'failed',
  },
};

/** Moves of an ebook request that end elsewhere: no media server has to list it. */
const MOVES_OF_EBOOKS: Partial<typeof MOVES> = {
  found_in_library: Object.fromEntries(Object.keys(FOUND).map((status) => [status, 'downloaded'])),
  library_withdrawn: { downloaded: 'failed' },
};

const TYPES: readonly RequestType[] = ['audiobook', 'ebook'];
const EVENTS = Object.keys(MOVES) as RequestEvent[];
/** The job that makes the move goes on, or brings the next one. */
const HAS_ITS_JOB: readonly RequestEvent[] = ['search_started', 'search_cancelled', 'import_resumed'];
const BY_A_PERSON: readonly RequestEvent[] = ['denial_undone', 'retry', 'manual_import'];

describe('request machine', () => {
  for (const event of EVENTS) {
    it(`moves by ${event} exactly as the table says`, () => {
      const ofEbooks = MOVES_OF_EBOOKS[event] ?? MOVES[event];
      for (const status of REQUEST_STATUSES) {
        expect(nextState(status, event, 'audiobook')?.to, `${status} + ${event}`).to.equal(MOVES[event][status]);
        expect(nextState(status, event, 'ebook')?.to, `${status} + ${event} of an ebook`).to.equal(ofEbooks[status]);
      }
    });
  }

  it('leaves cancelled and denied only by a person', () => {
    for (const status of ['cancelled', 'denied'] as const) {
      const leaving = EVENTS.filter((event) => TYPES.some((type) => nextState(status, event, type)));
      expect(leaving.every((event) => BY_A_PERSON.includes(event))).to.equal(true);
    }
  });

  it('gives every status that is not an end a job or a person that moves it on', () => {
    for (const event of EVENTS) {
      for (const status of REQUEST_STATUSES) {
        const move = nextState(status, event, 'audiobook');
        if (!move || HAS_ITS_JOB.includes(event)) continue;
        const jobs = move.effects.filter((effect) => effect.startsWith('job:'));
        if (['pending', 'downloading', 'processing', 'awaiting_search', 'awaiting_import'].includes(move.to))
          expect(jobs, `${status} + ${event}`).to.not.have.length(0);
      }
    }
  });

  it('enqueues after it cancels, never the other way round', () => {
    for (const event of EVENTS) {
      for (const [status, type] of REQUEST_STATUSES.flatMap((status) => TYPES.map((type) => [status, type] as const))) {
        const effects = nextState(status, event, type)?.effects ?? [];
        const cancel = effects.indexOf('cancel-jobs');
        const firstJob = effects.findIndex((effect) => effect.startsWith('job:'));
        if (cancel >= 0 && firstJob >= 0) expect(cancel, event).to.be.lessThan(firstJob);
      }
    }
  });

  it('tells people of every beginning', () => {
    expect(INITIAL.awaiting_approval).to.include('notify:request_pending_approval');
    expect(INITIAL.pending).to.include('job:search');
  });

  it('has one writer of statuses', () => {
    const source = join(import.meta.dirname, '..', '..');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !/\.spec\.|spec\.support|test-|migrations/.test(name),
    );
    const writers = files.filter((name) => {
      const text = readFileSync(join(source, name), 'utf8');
      return (
        /UPDATE\s+requests\s+SET[^;`'"]*\bstatus(_group)?\s*=/i.test(text.replace(/\sWHERE\s[^;`'"]*/gi, ' ')) ||
        /insert\('requests'/.test(text)
      );
    });
    expect(writers).to.deep.equal([join('features', 'lifecycle', 'transitions.ts')]);
  });
});
