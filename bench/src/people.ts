/** The test people: one with many requests, one who also subscribes to others' requests, and an admin. */
export const PEOPLE = ['reader', 'subscriber', 'admin'] as const;

export type Person = (typeof PEOPLE)[number];
