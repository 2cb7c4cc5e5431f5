/** Why calls about the library and about folders of the server are refused or fail. */
export const libraryProblemWords = {
  'problem.asin_invalid': 'An ASIN has ten letters and digits.',
  'problem.no_library_item': 'There is no such library item.',
  'problem.scan_not_started': 'The scan could not be started. Try again.',
  'problem.no_likely_match': 'There is no such likely match.',
  'problem.no_such_series_in_library': 'The library has no book of such a series.',
  'problem.check_up_under_way': 'A check-up is under way.',
  'problem.no_check_up': 'No check-up is under way.',
  'problem.no_finding': 'There is no such finding.',

  'problem.no_rename': 'There is no such rename.',
  'problem.another_rename': 'Another rename is under way.',
  'problem.rename_under_way': 'The rename is still under way.',
  'problem.rename_not_under_way': 'The rename is not under way.',
  'problem.rename_not_ready': 'Only a plan that is ready can be started.',
  'problem.rename_too_old': 'The plan is too old. Make a new one.',
  'problem.rename_empty': 'The plan has no book that can be moved.',
  'problem.rename_moved_nothing': 'The rename has moved no book that could be put back.',
  'problem.rename_not_undoable': 'The rename is too old to be undone.',
  'problem.rename_was_started': 'Only a plan that was never started can be deleted.',

  'problem.no_take_in': 'This addition of a library does not exist.',
  'problem.take_in_under_way': 'A library is being added.',
  'problem.take_in_over': 'The library has been added, or adding it has ended.',
  'problem.no_taken_book': 'There is no such book in what is being added.',
  'problem.taken_not_open': 'The book is not open any more.',

  'problem.no_binned_book': 'There is no such book in the bin.',
  'problem.bin_away': 'The files cannot be seen in the bin. Check that the disk of the library is mounted, then try again.',
  'problem.bin_busy': 'The files of this book are being moved. Wait until that is done.',
  'problem.bin_book_placed': 'Lectern has placed a book in “{folder}” since. Delete or replace that one, then try again.',
  'problem.bin_in_the_way': '“{path}” is in the way. Move it elsewhere, then try again.',

  'problem.nothing_at_path': 'There is nothing at “{path}” on this server.',
  'problem.path_not_readable': 'Lectern may not read “{path}”. Check the owner and permissions, or the user Lectern runs as.',
  'problem.files_path_not_absolute': 'Give the full path of the files, from the root of the server.',
  'problem.no_folder': 'There is no folder “{path}” on this server.',
  'problem.path_not_folder': '“{path}” is a file, not a folder.',
  'problem.folder_not_readable':
    'Lectern may not read “{path}”. Check the owner and permissions of the folder, or the user Lectern runs as.',
  'problem.folder_path_not_absolute': 'Give the full path of the folder, from the root of the server.',
  'problem.folder_exists': '“{name}” already exists in “{path}”.',
  'problem.folder_name_invalid':
    'A folder cannot have this name. Choose a short one without slashes, special characters, or spaces at the ends.',
  'problem.folder_not_writable':
    'Lectern may not write to “{path}”. Check the owner and permissions of the folder, or the user Lectern runs as.',
  'problem.folder_read_only': 'The disk of “{path}” is read-only. Check how it is mounted.',
  'problem.folder_disk_full': 'The disk of “{path}” is full.',
} as const;
