/** Who asks: somebody with many requests, somebody who also follows requests of others, and an admin. */
export const PEOPLE = ['reader', 'follower', 'admin'] as const;

export type Person = (typeof PEOPLE)[number];
