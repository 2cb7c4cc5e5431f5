import type { ErrorRow } from './error-row.js';

/** Codes of finding, asking for and saving books, and of shelves. */
export const BOOK_ERRORS = {
  refused_by_plugin: {
    status: 403,
    meaning: 'A plugin refused the request. `detail` is its reason.',
    todo: 'Show the reason.',
  },
  no_cover: {
    status: 404,
    meaning: 'The book has no cover, or the author no picture.',
    todo: 'Show a placeholder.',
  },
  no_sample: {
    status: 404,
    meaning: 'The book has no sample to listen to, or its catalogue does not send it at present.',
    todo: 'Offer no sample.',
  },
  unknown_book: {
    status: 404,
    meaning: 'The catalogue has no such book.',
    todo: 'Search for the book again.',
  },
  unknown_candidate: {
    status: 404,
    meaning: 'The request has no such candidate, or what a release search found has expired.',
    todo: 'Search again and choose from the new list.',
  },
  unknown_author: {
    status: 404,
    meaning: 'The catalogue has no such author, or lists no books of authors.',
    todo: 'Search for the author by name.',
  },
  unknown_series: {
    status: 404,
    meaning: 'The catalogue has no such series, or lists no books of series.',
    todo: 'Search for the series by name.',
  },
  unknown_category: {
    status: 404,
    meaning: 'No catalogue offers this category.',
    todo: 'Read the list of categories again.',
  },
  library_item_unknown: {
    status: 404,
    meaning: 'There is no such library item.',
    todo: 'Read the list again; a scan may have removed the item.',
  },
  already_available: {
    status: 409,
    meaning: 'The book is already in the library.',
    todo: 'Show the book in the library.',
  },
  duplicate: {
    status: 409,
    meaning: 'There is already a live request for this book. `existingRequestId` names it where it is known.',
    todo: 'Show that request.',
  },
  gate_failed: {
    status: 409,
    meaning: 'The chosen release does not pass every gate.',
    todo: 'Choose it again and confirm that you mean it, or choose another one.',
  },
  ignored: {
    status: 409,
    meaning: 'The person has the book on their ignore list.',
    todo: 'Take it off the list, or ask with `bypassIgnore` if the person means it.',
  },
  no_download: {
    status: 409,
    meaning: 'Nothing has been downloaded for the request yet.',
    todo: 'Retry the request instead.',
  },
  quota_exceeded: {
    status: 409,
    meaning: 'The person has requested as many books as they may for now.',
    todo: 'Wait until the quota has room again, or ask an admin.',
  },
  request_state: {
    status: 409,
    meaning: 'The request is in a status in which this cannot be done.',
    todo: 'Read the request again.',
  },
  unfit_release: {
    status: 422,
    meaning: 'The text or file is no release, or one that cannot be taken, as the detail says.',
    todo: 'Give another magnet link, .torrent or .nzb file.',
  },
  unfit_upload: {
    status: 422,
    meaning: 'The files cannot be uploaded for the request, as the detail says.',
    todo: 'Choose other files.',
  },
  upload_offset: {
    status: 409,
    meaning: 'The bytes do not continue the file. `received` is how many bytes of it the server has.',
    todo: 'Go on from there.',
  },
  upload_space: {
    status: 409,
    meaning: 'There is no room: uploads are turned off, their quota is used up, or the disk is full.',
    todo: 'Try again later, or ask an admin to make room.',
  },
  upload_state: {
    status: 409,
    meaning: 'The upload is not in a state in which this can be done, for example because bytes are missing.',
    todo: 'Read the upload again.',
  },
  asin_invalid: {
    status: 422,
    meaning: 'An ASIN has ten letters and digits.',
    todo: 'Correct it.',
  },
  unknown_region: {
    status: 422,
    meaning: 'No connected catalogue has this region.',
    todo: 'Read `GET /api/regions` and choose one of them.',
  },
  unknown_section: {
    status: 422,
    meaning: 'The home page has no such section. `errors` names each with its place.',
    todo: 'Read the choices and the categories again.',
  },
  catalogue_unavailable: {
    status: 503,
    meaning: 'No catalogue is answering.',
    todo: 'Try again later; an admin finds the cause under Integrations.',
  },
  scan_not_started: {
    status: 503,
    meaning: 'The scan of the library could not be started.',
    todo: 'Try again.',
  },
  rename_under_way: {
    status: 409,
    meaning: 'A rename is being planned, carried out or undone. One is under way at a time.',
    todo: 'Wait until it has ended, or cancel it.',
  },
  take_in_under_way: {
    status: 409,
    meaning: 'A library is being added.',
    todo: 'Wait until its books are read, or cancel it.',
  },
  take_in_state: {
    status: 409,
    meaning: 'The take-in, or the book of it, is not in a state in which this can be done.',
    todo: 'Read the take-in again.',
  },
  check_up_under_way: {
    status: 409,
    meaning: 'A check-up of the library is under way.',
    todo: 'Wait until it has ended, or cancel it.',
  },
  check_up_state: {
    status: 409,
    meaning: 'No check-up of the library is under way.',
    todo: 'Read the check-up again.',
  },
  rename_state: {
    status: 409,
    meaning: 'The rename is in a state in which this cannot be done.',
    todo: 'Read the rename again.',
  },
  download_link_invalid: {
    status: 403,
    meaning: 'The link to the files has expired or has been used too often.',
    todo: 'Ask for a new link.',
  },
  unknown_file: {
    status: 404,
    meaning: 'The book has no file of this name.',
    todo: 'Read the list of files again.',
  },
  no_files: {
    status: 409,
    meaning: 'There are no files of the book on this server.',
    todo: 'Open the book at the media server instead.',
  },
  not_readable: {
    status: 409,
    meaning: 'The book is in the library of a media server, but this server cannot read its files there.',
    todo: 'Tell an admin; the download status says why to admins.',
  },
  not_ready: {
    status: 409,
    meaning: 'The book is not in the library yet.',
    todo: 'Wait until the request is available.',
  },
  files_gone: {
    status: 410,
    meaning: 'The files are no longer in the library folder.',
    todo: 'Tell an admin.',
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'The file does not have the bytes that `Range` names. `Content-Range` says how many it has.',
    todo: 'Ask for bytes that it has, or start over.',
  },
  too_many_downloads: {
    status: 429,
    meaning: 'The person is already saving as many files at once as they may.',
    todo: 'Wait until one of them has ended.',
  },
  too_many_ignored: {
    status: 409,
    meaning: 'The ignore list of the person is full.',
    todo: 'Take other books off the list first.',
  },
  too_many_followed: {
    status: 409,
    meaning: 'The person follows as many series, or as many authors, as they may.',
    todo: 'Stop following another one first.',
  },
  not_in_library: {
    status: 409,
    meaning: 'The book is not in the library.',
    todo: 'Request the book instead.',
  },
  already_reported: {
    status: 409,
    meaning: 'The person has an open report about this recording. `reportId` names it.',
    todo: 'Answer in that report.',
  },
  too_many_reports: {
    status: 409,
    meaning: 'The person has reported as many problems in 24 hours as they may.',
    todo: 'Try again tomorrow.',
  },
  report_closed: {
    status: 409,
    meaning: 'The report is closed, so nobody can answer in it.',
    todo: 'Report the problem again, or ask an admin to open the report again.',
  },
  report_open: {
    status: 409,
    meaning: 'The report is open already.',
    todo: 'Read the report again.',
  },
  nothing_to_replace: {
    status: 409,
    meaning: 'The request has no files of the reported book that could be replaced.',
    todo: 'Read the report again, and choose one of its releases.',
  },
  being_replaced: {
    status: 409,
    meaning: 'Another copy of this book is being looked for already. `requestId` names the request.',
    todo: 'Wait for that request, or cancel it first.',
  },
  bin_busy: {
    status: 409,
    meaning: 'The files of this book are being moved to the bin, moved back or deleted.',
    todo: 'Try again in a moment.',
  },
  bin_away: {
    status: 409,
    meaning: 'The files cannot be seen in the bin of the library, as when its disk is not mounted.',
    todo: 'Check that the disk is mounted, then try again.',
  },
  bin_place_taken: {
    status: 409,
    meaning: 'Something is where a file of the bin was. Nothing was moved.',
    todo: 'Move what the message names elsewhere, then try again.',
  },
  bin_fault: {
    status: 409,
    meaning: 'The disk did not let files of the bin be moved or deleted. What was not done can be tried again.',
    todo: 'The message says what is wrong with the disk.',
  },
  changed_files: {
    status: 409,
    meaning: 'The chosen files are not all among those of the book any more.',
    todo: 'List the files again, and choose anew.',
  },
  thread_full: {
    status: 409,
    meaning: 'The report has as many answers as it may have.',
    todo: 'Close the report and report the rest of the problem anew.',
  },
  work_changed: {
    status: 409,
    meaning: 'The editions that a change moved have been moved again since.',
    todo: 'Undo the later change first.',
  },
  shelf_exists: {
    status: 409,
    meaning: 'The person has a shelf with the same settings already.',
    todo: 'Use that shelf, or change the settings.',
  },
  too_many_shelves: {
    status: 409,
    meaning: 'The person has as many shelves as they may have.',
    todo: 'Remove one first.',
  },
} as const satisfies Record<string, ErrorRow>;
