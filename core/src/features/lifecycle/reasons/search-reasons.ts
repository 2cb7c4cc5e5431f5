import type { ReasonRow } from './reason-row.js';

const STILL_LOOKING = 'Nobody has this book yet. We are still looking.';
const NEXT = 'All {sources, select, ebookSources {ebook sources} other {indexers}} will be asked again.';
const MEMBER_NEXT = 'The search will be repeated.';
const PAUSED = 'Nothing, unless this lasts: the {sources, select, ebookSources {ebook sources} other {indexers}} asked for a pause.';
const CHECK = 'Check the {sources, select, ebookSources {ebook sources} other {indexers}} under Integrations.';
const NONE_ASKED = 'No {sources, select, ebookSources {ebook source} other {indexer}} could be asked: {fault}';
const SOME_NOT_ASKED = '{names} could not be asked, and the others have nothing good enough.';
const BROKEN_NEXT = 'The search will start again.';
const BROKEN_TODO = 'Check the health of {names} under Integrations.';
const CONNECTED_NEXT = 'The search will start again, immediately when one is connected.';
const NOT_SET_UP = 'The server is not set up to find this book yet. An admin can change that.';
const OUT_OF_ORDER = 'The server cannot look for this book right now. An admin can help if it lasts.';
const NOT_ALL_ASKED = 'Not every source could be asked this time. We are still looking.';

/** Waits of a search. `sources` is `indexers` or `ebookSources`. */
export const SEARCH_REASONS = {
  searching: {
    values: ['sources'],
    admin: { message: 'The {sources, select, ebookSources {ebook sources} other {indexers}} are being asked.' },
    member: { message: 'The book is being searched for.' },
  },
  no_indexer: {
    values: [],
    settledIn: 'integrations',
    blame: { kind: 'indexer' },
    admin: {
      message: 'Lectern cannot search for this book until an indexer is connected.',
      nextStep: CONNECTED_NEXT,
      todo: 'Connect an indexer under Integrations.',
    },
    member: { message: NOT_SET_UP, nextStep: BROKEN_NEXT },
  },
  'no_indexer.broken': {
    values: ['names', 'fault'],
    settledIn: 'integrations',
    blame: { kind: 'indexer', name: '{names}' },
    admin: { message: '{names} cannot be used now, so the book cannot be searched for{fault}', nextStep: BROKEN_NEXT, todo: BROKEN_TODO },
    member: { message: OUT_OF_ORDER, nextStep: BROKEN_NEXT },
  },
  no_ebook_source: {
    values: [],
    settledIn: 'integrations',
    blame: { kind: 'ebookSource' },
    admin: {
      message: 'Lectern cannot search for this book until an ebook source is connected.',
      nextStep: CONNECTED_NEXT,
      todo: 'Connect an ebook source under Integrations.',
    },
    member: { message: NOT_SET_UP, nextStep: BROKEN_NEXT },
  },
  'no_ebook_source.broken': {
    values: ['names', 'fault'],
    settledIn: 'integrations',
    blame: { kind: 'ebookSource', name: '{names}' },
    admin: { message: '{names} cannot be used now, so the book cannot be searched for{fault}', nextStep: BROKEN_NEXT, todo: BROKEN_TODO },
    member: { message: OUT_OF_ORDER, nextStep: BROKEN_NEXT },
  },
  no_download_client: {
    values: [],
    settledIn: 'integrations',
    blame: { kind: 'downloadClient' },
    admin: {
      message: 'Lectern cannot download this book until a download client is connected.',
      nextStep: CONNECTED_NEXT,
      todo: 'Connect a download client under Integrations.',
    },
    member: { message: 'The server is not set up to download this book yet. An admin can change that.', nextStep: BROKEN_NEXT },
  },
  'no_download_client.broken': {
    values: ['names', 'fault'],
    settledIn: 'integrations',
    blame: { kind: 'downloadClient', name: '{names}' },
    admin: { message: '{names} cannot be used now, so the book cannot be downloaded{fault}', nextStep: BROKEN_NEXT, todo: BROKEN_TODO },
    member: { message: 'The server cannot download this book right now. An admin can help if it lasts.', nextStep: BROKEN_NEXT },
  },
  indexer_failed: {
    values: ['sources', 'fault'],
    settledIn: 'integrations',
    admin: { message: NONE_ASKED, nextStep: NEXT, todo: CHECK },
    member: { message: OUT_OF_ORDER, nextStep: MEMBER_NEXT },
  },
  'indexer_failed.paused': {
    values: ['sources', 'fault'],
    needsNobody: true,
    admin: { message: NONE_ASKED, nextStep: NEXT, todo: PAUSED },
    member: { message: OUT_OF_ORDER, nextStep: MEMBER_NEXT },
  },
  'indexer_failed.some': {
    values: ['sources', 'names'],
    settledIn: 'integrations',
    admin: { message: SOME_NOT_ASKED, nextStep: NEXT, todo: CHECK },
    member: { message: NOT_ALL_ASKED, nextStep: MEMBER_NEXT },
  },
  'indexer_failed.some_paused': {
    values: ['sources', 'names'],
    needsNobody: true,
    admin: { message: SOME_NOT_ASKED, nextStep: NEXT, todo: PAUSED },
    member: { message: NOT_ALL_ASKED, nextStep: MEMBER_NEXT },
  },
  nothing_found: {
    values: ['sources'],
    needsNobody: true,
    admin: {
      message: 'No {sources, select, ebookSources {ebook source} other {indexer}} has this book yet.',
      nextStep: NEXT,
      todo: 'Wait, or change the search terms.',
    },
    member: { message: STILL_LOOKING, nextStep: MEMBER_NEXT },
  },
  nothing_good_enough: {
    values: ['sources', 'count', 'best'],
    settledIn: 'releases',
    admin: {
      message: '{count, plural, one {# release} other {# releases}} found, none certain. Closest: {best}.',
      nextStep: NEXT,
      todo: 'Look at the candidates and choose one by hand, or wait.',
    },
    member: {
      message: 'We found similar releases, but not exactly this book. We are still looking, and an admin can help.',
      nextStep: MEMBER_NEXT,
      choice: 'Look at the candidates and choose one by hand, or wait.',
    },
  },
  'nothing_good_enough.unjudged': {
    values: ['sources', 'count'],
    settledIn: 'releases',
    admin: {
      message: '{count, plural, one {# release} other {# releases}} found, none certain.',
      nextStep: NEXT,
      todo: 'Look at the candidates and choose one by hand, or wait.',
    },
    member: {
      message: 'We found similar releases, but not exactly this book. We are still looking, and an admin can help.',
      nextStep: MEMBER_NEXT,
      choice: 'Look at the candidates and choose one by hand, or wait.',
    },
  },
  grab_delayed: {
    values: [],
    needsNobody: true,
    admin: {
      message: 'A release was found. Lectern waits for a while, in case something better appears.',
      nextStep: 'The best release found by then will be taken.',
      todo: 'Nothing. To take a release now, search again or choose a candidate.',
    },
    member: {
      message: 'The book was found. Lectern waits for a while, in case something better appears.',
      nextStep: 'The best one found by then will be taken.',
      choice: 'Nothing. To take a release now, search again or choose a candidate.',
    },
  },
  refused_by_plugin: {
    values: ['sources', 'refusal'],
    settledIn: 'releases',
    admin: { message: '{refusal}', nextStep: NEXT, todo: 'Look at the candidates and choose one by hand, or wait.' },
    // the sentence is meant for whoever asked
    member: { message: '{refusal}', nextStep: MEMBER_NEXT },
  },
  search_failed: {
    values: ['fault'],
    needsNobody: true,
    admin: {
      message: 'The search failed: {fault}',
      nextStep: 'The search will start again.',
      todo: 'If this repeats, check the jobs page and the health of the integrations.',
    },
    member: { message: 'The search did not work. An admin can help if it lasts.', nextStep: BROKEN_NEXT },
  },
  sending_to_client: {
    values: [],
    admin: { message: 'The release is being handed to the download client.' },
    member: { message: 'The book was found. The download is about to start.' },
  },
} as const satisfies Record<string, ReasonRow>;
