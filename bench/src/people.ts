/** Who asks: somebody with many requests, somebody who also subscribes to requests of others, and an admin. */
export const PEOPLE = ['reader', 'subscriber', 'admin'] as const;

export type Person = (typeof PEOPLE)[number];
