import type { ReasonRow } from './reason-row.js';

const CLIENT = { kind: 'downloadClient', name: '{client}' } as const;
const MAPPING = { kind: 'downloadClient', name: 'path mapping' } as const;
const CHECK = 'Check {client} under Integrations.';
const LOOKED_AT = 'It is checked again every minute.';
const NOT_LOST = 'The download has to wait for the server. It is not lost.';
const TRIED_AGAIN = 'It will be tried again.';
const NOTHING_COMES = 'No data is coming in at the moment. Another release will be tried if this goes on.';
const NEXT_RELEASE = 'The next release will be tried.';
const SEARCHED_AGAIN = 'No other release is known; the search will start again.';
const NOTHING_NOW = 'No data is coming in at the moment.';
const WAIT_OR_CHOOSE = 'Wait, or choose another release.';
const NOT_HERE_YET = 'The download is finished, but the server cannot see its files. An admin can help.';

/** A download is finished while its files are not; the check of the files says what it found. */
const SETTLING = {
  values: ['finding'],
  admin: { message: '{finding}' },
  member: { message: 'The download is finished. Its files are not complete yet.' },
} as const satisfies ReasonRow;

/** Waits of a download. */
export const DOWNLOAD_REASONS = {
  downloading: {
    values: ['client', 'trouble'],
    blame: CLIENT,
    admin: { message: '{client} is downloading it{trouble}.' },
    member: { message: '{client} is downloading it.' },
  },
  'downloading.again': {
    values: [],
    admin: { message: 'The release is being handed to the download client.' },
    member: { message: 'The download is about to start again.' },
  },
  client_unreachable: {
    values: ['client', 'fault'],
    settledIn: 'integrations',
    blame: CLIENT,
    admin: {
      message: '{client} cannot be reached: {fault}',
      nextStep: 'It is asked again automatically; the download is not lost.',
      todo: CHECK,
    },
    member: { message: NOT_LOST, nextStep: TRIED_AGAIN },
  },
  'client_unreachable.adding': {
    values: ['client', 'fault'],
    settledIn: 'integrations',
    blame: CLIENT,
    admin: { message: '{client} cannot take the download now: {fault}', nextStep: TRIED_AGAIN, todo: CHECK },
    member: { message: 'The download cannot start right now.', nextStep: TRIED_AGAIN },
  },
  client_paused: {
    values: ['client'],
    blame: CLIENT,
    admin: { message: 'The download is paused in {client}.', todo: 'Resume it in {client}.' },
    member: { message: 'The download is paused. An admin can resume it.' },
  },
  client_queued: {
    values: ['client'],
    blame: CLIENT,
    admin: { message: 'The download is waiting for its turn in {client}.' },
    member: { message: 'The download is waiting for its turn.' },
  },
  client_checking: {
    values: ['client'],
    blame: CLIENT,
    admin: { message: '{client} is checking the files.' },
    member: { message: 'The downloaded files are being checked.' },
  },
  client_postprocessing: {
    values: ['client'],
    blame: CLIENT,
    admin: { message: '{client} is repairing, unpacking or moving the files.' },
    member: { message: 'The downloaded files are being unpacked.' },
  },
  no_path_yet: {
    values: ['client'],
    blame: CLIENT,
    admin: { message: '{client} has finished but has not said yet where the files are.' },
    member: { message: 'The download is finished. Its files are about to be picked up.' },
  },
  stalled: {
    values: ['client', 'fault'],
    needsNobody: true,
    admin: { message: '{client} is receiving nothing ({fault}).', nextStep: NEXT_RELEASE, todo: WAIT_OR_CHOOSE },
    member: { message: NOTHING_COMES, nextStep: NEXT_RELEASE, choice: WAIT_OR_CHOOSE },
  },
  'stalled.no_peer': {
    values: ['client'],
    needsNobody: true,
    admin: { message: '{client} is receiving nothing: no peer has the rest of it.', nextStep: NEXT_RELEASE, todo: WAIT_OR_CHOOSE },
    member: { message: NOTHING_COMES, nextStep: NEXT_RELEASE, choice: WAIT_OR_CHOOSE },
  },
  'stalled.metadata': {
    values: ['client', 'trouble'],
    needsNobody: true,
    admin: { message: '{client} is looking for the description of the torrent{trouble}.', nextStep: NEXT_RELEASE, todo: WAIT_OR_CHOOSE },
    member: { message: NOTHING_COMES, nextStep: NEXT_RELEASE, choice: WAIT_OR_CHOOSE },
  },
  files_empty: SETTLING,
  files_unfinished: SETTLING,
  files_missing_files: SETTLING,
  files_too_small: SETTLING,
  files_changing: SETTLING,
  files_observing: SETTLING,
  files_unreadable: {
    values: ['path', 'fault'],
    settledIn: 'integrations',
    blame: MAPPING,
    admin: {
      message: 'The download is finished, but its files at “{path}” cannot be read: {fault}',
      nextStep: LOOKED_AT,
      todo: 'Check the path mapping of the download client and the permissions of its folder.',
    },
    member: { message: 'The download is finished, but the server cannot read its files. An admin can help.', nextStep: LOOKED_AT },
  },
  path_not_visible: {
    values: ['path'],
    settledIn: 'integrations',
    blame: MAPPING,
    admin: {
      message: 'The download is finished, but its files cannot be seen at “{path}”.',
      nextStep: LOOKED_AT,
      todo: 'Add a path mapping to the download client, or mount its folder here under the same path.',
    },
    member: { message: NOT_HERE_YET, nextStep: LOOKED_AT },
  },
  'path_not_visible.mapped': {
    values: ['path', 'remotePath'],
    settledIn: 'integrations',
    blame: MAPPING,
    admin: {
      message: 'The download is finished, but its files cannot be seen at “{path}”.',
      nextStep: LOOKED_AT,
      todo: 'Check the path mapping: “{remotePath}” of the client is “{path}” here.',
    },
    member: { message: NOT_HERE_YET, nextStep: LOOKED_AT },
  },
  source_wait: {
    values: ['source', 'wait'],
    blame: { kind: 'ebookSource', name: '{source}' },
    admin: { message: '{wait}', nextStep: 'The file will be requested again.' },
    member: { message: '{wait}', nextStep: 'The file will be requested again.' },
  },
  'stalled.last': {
    values: ['client', 'fault'],
    admin: { message: '{client} is receiving nothing ({fault}).', nextStep: SEARCHED_AGAIN, todo: WAIT_OR_CHOOSE },
    member: { message: NOTHING_NOW, nextStep: SEARCHED_AGAIN, choice: WAIT_OR_CHOOSE },
  },
  'stalled.last_no_peer': {
    values: ['client'],
    admin: { message: '{client} is receiving nothing: no peer has the rest of it.', nextStep: SEARCHED_AGAIN, todo: WAIT_OR_CHOOSE },
    member: { message: NOTHING_NOW, nextStep: SEARCHED_AGAIN, choice: WAIT_OR_CHOOSE },
  },
  'stalled.last_metadata': {
    values: ['client', 'trouble'],
    admin: { message: '{client} is looking for the description of the torrent{trouble}.', nextStep: SEARCHED_AGAIN, todo: WAIT_OR_CHOOSE },
    member: { message: NOTHING_NOW, nextStep: SEARCHED_AGAIN, choice: WAIT_OR_CHOOSE },
  },
  'path_not_visible.other_case': {
    values: ['path', 'remote'],
    blame: MAPPING,
    admin: {
      message:
        'The download is finished, but its files cannot be seen at “{path}”, which differs from “{remote}” of the path mapping only in upper and lower case.',
      nextStep: LOOKED_AT,
      todo: 'Correct the path mapping of the download client.',
    },
    member: { message: NOT_HERE_YET, nextStep: LOOKED_AT },
  },
  'trying_next_release.none': {
    values: ['fault'],
    admin: { message: `{fault} ${SEARCHED_AGAIN}` },
    member: { message: `One release was no good. ${SEARCHED_AGAIN}` },
  },
  'trying_next_release.evidence_none': {
    values: ['evidence'],
    admin: { message: `{evidence} ${SEARCHED_AGAIN}` },
    member: { message: `{evidence} ${SEARCHED_AGAIN}` },
  },
  'trying_next_release.rejected_none': {
    values: [],
    admin: { message: SEARCHED_AGAIN },
    member: { message: SEARCHED_AGAIN },
  },
  trying_next_release: {
    values: ['fault'],
    admin: { message: '{fault} The next release will be tried.' },
    member: { message: 'One release was no good. The next one will be tried.' },
  },
  'trying_next_release.evidence': {
    values: ['evidence'],
    admin: { message: '{evidence} The next release will be tried.' },
    member: { message: '{evidence} The next release will be tried.' },
  },
  'trying_next_release.rejected': {
    values: [],
    admin: { message: NEXT_RELEASE },
    member: { message: NEXT_RELEASE },
  },
  candidates_used_up: {
    values: ['last'],
    settledIn: 'releases',
    admin: {
      message: 'Every release that was good enough has failed. The last one: {last}',
      nextStep: 'The indexers will be asked again.',
      todo: 'Choose another release by hand, or wait.',
    },
    member: {
      message: 'Everything found so far was no good. We are still looking, and an admin can help.',
      nextStep: 'The search will be repeated.',
    },
  },
  'candidates_used_up.cancelled': {
    values: [],
    settledIn: 'releases',
    admin: {
      message: 'An admin cancelled the job that hands the release to the download client.',
      nextStep: 'The indexers will be asked again.',
      todo: 'Choose another release by hand, or wait.',
    },
    member: {
      message: 'An admin stopped the download before it began.',
      nextStep: 'The search will be repeated.',
    },
  },
  'candidates_used_up.unexplained': {
    values: [],
    settledIn: 'releases',
    admin: {
      message: 'Every release that was good enough has failed.',
      nextStep: 'The indexers will be asked again.',
      todo: 'Choose another release by hand, or wait.',
    },
    member: {
      message: 'Everything found so far was no good. We are still looking, and an admin can help.',
      nextStep: 'The search will be repeated.',
    },
  },
  downloads_used_up: {
    values: ['failures', 'last'],
    settledIn: 'releases',
    admin: { message: '{failures} different releases failed; the last one: {last}', todo: 'Retry, or choose a release by hand.' },
    member: {
      message: '{failures} different releases failed. An admin can help.',
      choice: 'Retry, or choose a release by hand.',
    },
  },
} as const satisfies Record<string, ReasonRow>;
