/** Why a book is not renamed or not filed, and why a rename ended. */
export const moveWords = {
  'move.missing': '“{path}” is no longer there.',
  'move.changed': '“{path}” has changed since it was placed.',
  'move.link_in_folder': '“{path}” is a link. Books are not moved across links.',
  'move.target_taken': '“{path}” already exists. Nothing is overwritten.',
  'move.same_target': 'Another book of this plan goes to the same folder: {title}.',
  'move.other_file_system': '“{path}” is on another file system. Lectern moves books within one file system only.',
  'move.shared_folder': 'Another book is in the folder “{path}”.',
  'move.too_many_files': '“{path}” holds more files than one book can have.',
  'move.outside_library': '“{path}” is not in the library folder.',
  'move.being_imported': 'The book is being imported.',
  'move.in_download_client': '“{path}” is still used by the download client {client}.',
  'move.catalogue_silent': 'The catalogue did not describe the book. Make a new plan later.',
  'move.outdated': 'The book has been placed again or moved since the plan was made.',
  'move.file_fault': '{fault}',
  'move.not_mounted':
    'The book was being moved in “{path}”, which is not mounted now. Mount it again; Lectern continues with the next move, or when it starts.',
  'move.not_flushed':
    'The disk did not confirm what was moved to “{path}”: {fault} Check the disk; Lectern looks again with the next move, or when it starts.',
  'move.stuck':
    'The book could neither be moved nor put back: {fault} What is missing is in “{path}”. Lectern tries again with the next move, or when it starts.',
  'move.invalid_template': 'The path template cannot be used: {fault}',
  'move.no_library_folder': 'No library folder is set.',
  'move.library_not_there': 'The library folder “{path}” cannot be seen, or is empty. Check that it is mounted.',
  'move.library_changed': 'The library folder has been changed since the plan was made.',
  'move.defect': 'The rename failed unexpectedly: {fault}',
  'filing.client_silent': '{client} does not answer, and it may use the files. Check it among the integrations, then file the book again.',
  'filing.placed_by_lectern': 'Lectern placed “{path}” itself. Rename it as a placed book instead.',
  'filing.audio_changed': 'The audio files in “{folder}” have changed since they were read. Take the folder in again.',
  'filing.no_book': 'It is not taken for a book.',
  'filing.catalogue_silent': 'The catalogue did not describe “{title}”. Try again later.',
  'filing.impossible': 'Its files cannot be filed.',
} as const;
