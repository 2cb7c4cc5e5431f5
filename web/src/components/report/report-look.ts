import type { ReportKind } from '../../api/types.js';

/** What may be wrong, in the order in which people choose. */
export const REPORT_KINDS = ['recording', 'chapters', 'sound', 'language', 'book', 'other'] as const satisfies readonly ReportKind[];

/** Characters that the server takes. */
export const LONGEST_TEXT = 2000;
