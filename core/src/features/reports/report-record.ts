/** What may be wrong with a book, and how a message to admins says it; `other` is told by the text alone. */
export const REPORT_KINDS = {
  recording: 'Wrong narrator or recording.',
  chapters: 'Missing chapters.',
  sound: 'Bad audio.',
  language: 'Wrong language.',
  book: 'Wrong book.',
  other: undefined,
} as const;

export type ReportKind = keyof typeof REPORT_KINDS;
export const REPORT_KIND_NAMES = Object.keys(REPORT_KINDS) as readonly ReportKind[];

export const REPORT_STATES = ['open', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Who a line of a thread is from. An admin who reports a problem is its reporter, and answers others as an admin. */
export const SIDES = ['reporter', 'admin'] as const;
export type Side = (typeof SIDES)[number];

/** What a line of a thread says: a message, or a decision with or without one. */
export const ENTRY_DEEDS = ['answered', 'resolved', 'dismissed', 'reopened', 'replacing', 'replaced'] as const;
export type EntryDeed = (typeof ENTRY_DEEDS)[number];

/** The state that a line makes of its report. A copy that is looked for leaves it open until it has taken the place of the other. */
export const STATE_AFTER = {
  answered: 'open',
  resolved: 'resolved',
  dismissed: 'dismissed',
  reopened: 'open',
  replacing: 'open',
  replaced: 'resolved',
} as const satisfies Record<EntryDeed, ReportState>;

/** Characters of a report and of each line of its thread. */
export const LONGEST_TEXT = 2000;
/** Reports that one person may make in 24 hours. */
export const REPORTS_A_DAY = 20;
/** Lines of one thread, after which nobody answers any more; decisions are always possible. */
export const MOST_ENTRIES = 200;
