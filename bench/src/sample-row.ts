/** A row to insert. Members are columns. */
export type SampleRow = Readonly<Record<string, string | number | boolean | null>>;

export const REGION = 'us';
/** Milliseconds since the epoch. The rows are spread over the two years that follow. */
export const START = Date.UTC(2024, 0, 1);
export const STARTED_AT = new Date(START).toISOString();

/** The ASIN of the book at a place among all books. */
export const asinOf = (index: number): string => `B0${index.toString(36).toUpperCase().padStart(8, '0')}`;
