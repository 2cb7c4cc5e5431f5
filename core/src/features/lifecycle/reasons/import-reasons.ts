import type { ReasonRow } from './reason-row.js';

const CLIENT = { kind: 'downloadClient', name: '{client}' } as const;
const LIBRARY = { kind: 'library' } as const;
/** Said while a next try is set; `triedInVain` and `atRest` leave it out. */
const AGAIN = 'The import will be tried again.';
const GOES_THROUGH = 'Fix the cause; the next attempt will then succeed.';
const THEN_RETRY = 'Fix the cause, then retry the import.';
const ADMIN_LOOKS = 'An admin has to look at the files.';
const CANNOT_FILE = 'The server cannot put the book into the library right now. An admin can help if it lasts.';
const CANNOT_FETCH = 'The server cannot reach the downloaded files right now. An admin can help if it lasts.';
const HELD = 'The book cannot be put into the library. An admin has to look at it.';

/** A temporary fault of the disk or the network, which the file layer describes in a whole sentence. */
const PASSING = {
  values: ['fault'],
  admin: { message: '{fault}', nextStep: AGAIN, todo: GOES_THROUGH },
  member: { message: CANNOT_FILE, nextStep: AGAIN },
} as const satisfies ReasonRow;

/** One that stays until a person does something. */
const STAYING = {
  values: ['fault'],
  admin: { message: '{fault}', todo: THEN_RETRY },
  member: { message: HELD },
} as const satisfies ReasonRow;

/** Files that a person chose and that are no book. Those of a release never become a reason: the next one is tried. */
const USELESS = {
  values: ['finding'],
  admin: { message: '{finding}', todo: 'Choose other files.' },
  member: { message: 'The chosen files are not this book. An admin has to choose others.' },
} as const satisfies ReasonRow;

/** Files that a person chose and that are another book by what they say or by their length. */
const WRONG = {
  values: ['evidence'],
  admin: { message: '{evidence}', todo: 'Accept the files as they are, or choose others.' },
  member: { message: `{evidence} ${ADMIN_LOOKS}` },
} as const satisfies ReasonRow;

/** Waits of an import. */
export const IMPORT_REASONS = {
  importing: {
    values: [],
    admin: { message: 'The files are being checked and put into the library.' },
    member: { message: 'The files are being checked and put into the library.' },
  },
  'importing.accepted': {
    values: [],
    admin: { message: 'The files are being put into the library.' },
    member: { message: 'The files are being put into the library.' },
  },
  no_library_folder: {
    values: [],
    settledIn: 'settings',
    blame: LIBRARY,
    admin: { message: 'No library folder is set up yet.', nextStep: AGAIN, todo: 'Choose the library folder in the settings.' },
    member: { message: CANNOT_FILE, nextStep: AGAIN },
  },
  library_not_visible: {
    values: ['path'],
    blame: LIBRARY,
    admin: { message: 'The library folder “{path}” is not there.', nextStep: AGAIN, todo: 'Check that it is mounted.' },
    member: { message: CANNOT_FILE, nextStep: AGAIN },
  },
  download_not_ready: {
    values: ['client', 'state'],
    blame: CLIENT,
    admin: { message: '{client} is working on the download again ({state}).', nextStep: AGAIN },
    member: { message: 'The download is not quite finished.', nextStep: AGAIN },
  },
  no_download: {
    values: [],
    admin: { message: 'This request has no download to import.', todo: 'Retry the request, or import files by hand.' },
    member: { message: 'There are no files to put into the library. An admin has to look at it.' },
  },
  path_unknown: {
    values: ['client'],
    blame: CLIENT,
    admin: {
      message: '{client} has not said where the files are.',
      nextStep: AGAIN,
      todo: 'Check that the download is still in the client.',
    },
    member: { message: CANNOT_FETCH, nextStep: AGAIN },
  },
  'path_not_visible.client': {
    values: ['client', 'steps'],
    settledIn: 'integrations',
    blame: CLIENT,
    admin: {
      message: 'The files from {client} are not visible. {steps}',
      nextStep: AGAIN,
      todo: 'Check the path mapping of the download client and that the folder is mounted here.',
    },
    member: { message: CANNOT_FETCH, nextStep: AGAIN },
  },
  'path_not_visible.chosen': {
    values: ['path'],
    admin: { message: '“{path}” is not there.', nextStep: AGAIN, todo: 'Check the path.' },
    member: { message: CANNOT_FETCH, nextStep: AGAIN },
  },
  'path_not_visible.gone': PASSING,
  'path_not_visible.unreadable': {
    values: ['fault'],
    admin: { message: '{fault}', nextStep: AGAIN, todo: 'Check that the files can be read by this server.' },
    member: { message: CANNOT_FETCH, nextStep: AGAIN },
  },
  unfinished: {
    values: ['file'],
    needsNobody: true,
    admin: {
      message: '“{file}” looks unfinished.',
      nextStep: AGAIN,
      todo: 'Wait, or remove that file if it is left over from something else.',
    },
    member: { message: 'The downloaded files look unfinished.', nextStep: AGAIN },
  },
  empty: {
    values: ['path'],
    admin: {
      message: '“{path}” contains no files.',
      nextStep: AGAIN,
      todo: 'Check that the folder is mounted here and that the client has finished.',
    },
    member: { message: CANNOT_FETCH, nextStep: AGAIN },
  },
  disk_full: PASSING,
  quota: PASSING,
  permission_denied: PASSING,
  read_only: PASSING,
  io_error: PASSING,
  stale: PASSING,
  too_many_open_files: PASSING,
  source_changed: PASSING,
  verification_failed: PASSING,
  unknown: PASSING,
  cross_device: STAYING,
  name_too_long: STAYING,
  not_a_directory: STAYING,
  outside_root: STAYING,
  unfit_place: STAYING,
  invalid_plan: STAYING,
  aborted: STAYING,
  probe_timeout: {
    values: ['fault'],
    admin: { message: '{fault}', nextStep: AGAIN, todo: 'Check that the files can be read by this server.' },
    member: { message: 'The files could not be checked.', nextStep: AGAIN },
  },
  tool_failed: {
    values: ['fault'],
    admin: { message: '{fault}', nextStep: AGAIN, todo: 'Check the installation of ffmpeg.' },
    member: { message: 'The files could not be checked. An admin can help if it lasts.', nextStep: AGAIN },
  },
  no_files: USELESS,
  no_audio: USELESS,
  no_duration: USELESS,
  unreadable: USELESS,
  // a person may have no better ones
  cut_off: {
    values: ['finding'],
    admin: { message: '{finding}', todo: 'Accept the files as they are, or choose others.' },
    member: { message: 'The chosen files are damaged. An admin has to look at them.' },
  },
  wrong_book: WRONG,
  wrong_length: WRONG,
  verification_suspect: {
    values: ['finding'],
    admin: {
      message: '{finding}',
      todo: 'Listen to it, then accept it as it is, or reject it so that the next release is tried.',
    },
    member: { message: `These may not be the files of this book. ${ADMIN_LOOKS}` },
  },
  'verification_suspect.evidence': {
    values: ['evidence'],
    admin: {
      message: '{evidence}',
      todo: 'Listen to it, then accept it as it is, or reject it so that the next release is tried.',
    },
    member: { message: `{evidence} ${ADMIN_LOOKS}` },
  },
  'verification_suspect.several': {
    values: ['count', 'formats'],
    admin: {
      message: 'There are {count} ebook files of {formats} formats; they may be several books.',
      todo: 'Look at the files, then accept them as they are, or reject the release.',
    },
    member: { message: `These may be the files of several books. ${ADMIN_LOOKS}` },
  },
  'verification_suspect.pack': {
    values: ['finding'],
    admin: {
      message: '{finding}',
      todo: 'Import the folder of this book by hand, reject the release, or accept the files if all of them are this one book.',
    },
    member: { message: `These may be the files of several books. ${ADMIN_LOOKS}` },
  },
  'verification_suspect.order': {
    values: ['file', 'named', 'tagged'],
    admin: {
      message:
        'The names and the tags of the files state different orders: “{file}” is number {named} by its name and number {tagged} by its tags.',
      todo: 'Correct the track numbers or the names and try the import again, accept the files in the order of their names, or reject the release.',
    },
    member: { message: `The parts of this recording may be in the wrong order. ${ADMIN_LOOKS}` },
  },
  import_refused: {
    values: ['refusal'],
    admin: {
      message: 'A plugin refused the import: {refusal}',
      todo: 'Accept it as it is, or reject the release so that the next one is tried.',
    },
    member: { message: ADMIN_LOOKS },
  },
  same_as_replaced: {
    values: [],
    admin: {
      message: 'The files are the very ones that are to be replaced.',
      todo: 'Choose other files.',
    },
    member: { message: 'The files are the very ones that are to be replaced.' },
  },
  not_replaced: {
    values: ['fault'],
    blame: LIBRARY,
    admin: {
      message: 'The files are in place beside those that they replace, which could not be removed yet. {fault}',
      nextStep: 'It will be tried again.',
      todo: 'Fix the cause; the next attempt will then succeed.',
    },
    member: { message: 'The new files are in place. The old ones could not be removed yet.', nextStep: 'It will be tried again.' },
  },
  target_occupied: {
    values: ['path', 'found'],
    blame: LIBRARY,
    admin: {
      message: '“{path}” is taken. {found}',
      todo: 'Accept it to place the book beside that one, move the folder away and retry the import, or reject the release.',
    },
    member: { message: 'Another book already has its place in the library. An admin has to look at it.' },
  },
  invalid_template: {
    values: ['fault'],
    settledIn: 'settings',
    blame: LIBRARY,
    admin: {
      message: 'The path template is not valid: {fault}',
      todo: 'Correct the path template in the settings, then retry the import.',
    },
    member: { message: HELD },
  },
  import_failed: {
    values: ['fault'],
    admin: { message: 'The import failed: {fault}', todo: 'Look at the log, then retry the import.' },
    member: { message: HELD },
  },
} as const satisfies Record<string, ReasonRow>;
