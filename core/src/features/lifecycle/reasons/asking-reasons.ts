import type { ReasonRow } from './reason-row.js';

/** Waits before and beside the search: people, dates, the past. */
export const ASKING_REASONS = {
  queued: {
    values: [],
    admin: { message: 'The search is about to start.' },
    member: { message: 'The search is about to start.' },
  },
  awaiting_approval: {
    values: [],
    blame: { kind: 'person' },
    admin: { message: 'An admin has to approve this request.' },
    member: { message: 'An admin has to approve this request.' },
  },
  awaiting_release: {
    values: ['date'],
    admin: { message: 'The book comes out on {date}.', nextStep: 'The search starts on that day.' },
    member: { message: 'The book comes out on {date}.', nextStep: 'The search starts on that day.' },
  },
  denied: {
    values: ['reason', 'by'],
    blame: { kind: 'person', name: '{by}' },
    admin: { message: '{reason}' },
    member: { message: '{reason}' },
  },
  joined_other: {
    values: ['by'],
    admin: { message: '{by} requested the same book, and that request goes on for both.' },
    member: { message: '{by} requested the same book, and that request goes on for both. You are told of it as of your own.' },
  },
  cancelled: {
    values: ['by'],
    admin: { message: '{by} cancelled it.' },
    member: { message: '{by} cancelled it.' },
  },
  restored: {
    values: ['backup'],
    admin: {
      message: 'Restored from a backup of {backup} UTC. What has happened to this request since then is not known.',
      todo: 'Check whether the book is there. If it is not, try again.',
    },
    member: { message: 'The server went back to an earlier state. What has happened to this request since then is not known.' },
  },
} as const satisfies Record<string, ReasonRow>;
