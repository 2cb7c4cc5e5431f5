/** Suites of stores, queries, the queue and migrations run on both, which read SQL differently. */
const DIALECTS = ['sqlite', 'postgres'] as const;

/**
 * For suites of services and routes, which reach a database only by stores that suites of their feature run on both: SQLite, and in the
 * long run both.
 */
export const SERVICE_DIALECTS: readonly (typeof DIALECTS)[number][] = process.env['LECTERN_TEST_LONG'] === '1' ? DIALECTS : ['sqlite'];
