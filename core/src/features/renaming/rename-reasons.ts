/** Sentences that say why a book is not moved, or why a rename ended; `{name}` is a value. */
const SENTENCES = {
  missing: '“{path}” is no longer there.',
  changed: '“{path}” has changed since it was placed.',
  link_in_folder: '“{path}” is a link. Books are not moved across links.',
  target_taken: '“{path}” already exists. Nothing is overwritten.',
  same_target: 'Another book of this plan goes to the same folder: {title}.',
  other_file_system: '“{path}” is on another file system. Lectern moves books within one file system only.',
  shared_folder: 'Another book is in the folder “{path}”.',
  too_many_files: '“{path}” holds more files than one book can have.',
  outside_library: '“{path}” is not in the library folder.',
  being_imported: 'The book is being imported.',
  in_download_client: '“{path}” is still used by the download client {client}.',
  catalogue_silent: 'The catalogue did not describe the book. Make a new plan later.',
  outdated: 'The book has been placed again or moved since the plan was made.',
  file_fault: '{fault}',
  not_mounted:
    'The book was being moved in “{path}”, which is not mounted now. Mount it again; Lectern continues with the next move, or when it starts.',
  not_flushed:
    'The disk did not confirm what was moved to “{path}”: {fault} Check the disk; Lectern looks again with the next move, or when it starts.',
  stuck:
    'The book could neither be moved nor put back: {fault} What is missing is in “{path}”. Lectern tries again with the next move, or when it starts.',
  invalid_template: 'The path template cannot be used: {fault}',
  no_library_folder: 'No library folder is set.',
  library_not_there: 'The library folder “{path}” cannot be seen, or is empty. Check that it is mounted.',
  library_changed: 'The library folder has been changed since the plan was made.',
  defect: 'The rename failed unexpectedly: {fault}',
} as const;

export type RenameReasonCode = keyof typeof SENTENCES;

export const RENAME_REASON_CODES = Object.keys(SENTENCES) as readonly RenameReasonCode[];

/** A reason as it is stored: the sentence follows from it. */
export interface RenameReason {
  readonly code: RenameReasonCode;
  readonly values: Readonly<Record<string, string>>;
}

export function renameReason(code: RenameReasonCode, values: Readonly<Record<string, string>> = {}): RenameReason {
  return { code, values };
}

export function sayReason({ code, values }: RenameReason): string {
  return SENTENCES[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
