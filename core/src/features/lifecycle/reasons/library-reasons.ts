import type { ReasonRow } from './reason-row.js';

const SERVER = { kind: 'mediaServer', name: '{server}' } as const;
const SCANS = 'Regular library scans keep looking for it.';
const ASKED_AGAIN = `{server} will be asked again. ${SCANS}`;
const NOT_LISTED = 'The files are in the library folder, but {server} has not listed the book for an hour.';
const SCAN_IT = 'Start a library scan in {server}, and check that it sees the library folder and that the path mappings are right.';
const NOT_LISTED_MEMBER = 'The book is filed, but {server} does not show it yet. An admin can help if it lasts.';

/** Waits of a finished audiobook for a media server. */
export const LIBRARY_REASONS = {
  awaiting_library: {
    values: [],
    admin: { message: 'The files are in place. The media server has yet to show them.' },
    member: { message: 'The files are in place. The media server has yet to show them.' },
  },
  no_media_server: {
    values: [],
    needsNobody: true,
    blame: { kind: 'mediaServer' },
    admin: {
      message: 'The files are in the library folder. No media server is connected that could show them.',
      nextStep: 'The book becomes available as soon as a connected media server lists it.',
      todo: 'Connect a media server under Integrations, or listen to the files from the library folder.',
    },
    member: { message: 'The book is filed. No media server is connected that could show it.' },
  },
  media_server_unreachable: {
    values: ['server', 'problems'],
    settledIn: 'integrations',
    blame: SERVER,
    admin: {
      message: 'The files are in the library folder. {server} could not be asked to look for them{problems}',
      nextStep: '{server} will be asked again.',
      todo: 'Check the health of the media server under Integrations.',
    },
    member: { message: 'The book is filed. {server} could not be asked to look for it.', nextStep: '{server} will be asked again.' },
  },
  waiting_for_library: {
    values: ['server', 'hint'],
    needsNobody: true,
    blame: SERVER,
    admin: {
      message: 'The files are in the library folder. Waiting for {server} to list the book.',
      nextStep: 'The library will be read again, and asked again if it does not list the book.',
      todo: '{hint}',
    },
    member: { message: 'The book is filed. Waiting for {server} to show it.' },
  },
  not_in_library: {
    values: ['server'],
    settledIn: 'integrations',
    blame: SERVER,
    admin: { message: NOT_LISTED, nextStep: ASKED_AGAIN, todo: SCAN_IT },
    member: { message: NOT_LISTED_MEMBER, nextStep: ASKED_AGAIN },
  },
  'not_in_library.hinted': {
    values: ['server', 'hint'],
    settledIn: 'integrations',
    blame: SERVER,
    admin: { message: NOT_LISTED, nextStep: ASKED_AGAIN, todo: '{hint}' },
    member: { message: NOT_LISTED_MEMBER, nextStep: ASKED_AGAIN },
  },
  'not_in_library.scans': {
    values: ['server'],
    settledIn: 'integrations',
    blame: SERVER,
    admin: { message: NOT_LISTED, nextStep: SCANS, todo: SCAN_IT },
    member: { message: NOT_LISTED_MEMBER, nextStep: SCANS },
  },
  'not_in_library.scans_hinted': {
    values: ['server', 'hint'],
    settledIn: 'integrations',
    blame: SERVER,
    admin: { message: NOT_LISTED, nextStep: SCANS, todo: '{hint}' },
    member: { message: NOT_LISTED_MEMBER, nextStep: SCANS },
  },
  gone_from_library: {
    values: [],
    needsNobody: true,
    admin: {
      message: 'No media server has this book any more.',
      nextStep: 'It counts as available again as soon as a library scan finds it.',
      todo: 'If it was not removed on purpose, check that the media server sees its library folder.',
    },
    member: {
      message: 'No media server has this book any more.',
      nextStep: 'It counts as available again as soon as a library scan finds it.',
    },
  },
  'gone_from_library.never_placed': {
    values: [],
    admin: {
      message: 'The book had turned up in the library, and no media server has it any more. No files were placed for this request.',
      nextStep: 'It counts as available again as soon as a library scan finds it.',
      todo: 'Retry the request if the book is still wanted.',
    },
    member: {
      message: 'The book had turned up in the library, and no media server has it any more.',
      nextStep: 'It counts as available again as soon as a library scan finds it.',
      todo: 'Request the book again if you still want it.',
    },
  },
  being_deleted: {
    values: [],
    admin: { message: 'This request is being deleted.', nextStep: 'It is gone as soon as what runs for it has ended.' },
    member: { message: 'This request is being deleted.' },
  },
  not_deleted: {
    values: ['fault'],
    blame: { kind: 'library' },
    admin: {
      message: 'This request is being deleted, but its files could not be removed yet. {fault}',
      nextStep: 'It will be tried again.',
      todo: 'Fix the cause, or delete the request again and keep its files.',
    },
    member: { message: 'This request is being deleted.' },
  },
} as const satisfies Record<string, ReasonRow>;
