import { defineEntity, double, flag, id, key, nullable, text, time } from '../../platform/db/index.js';

/** People who let Lectern read what they listen to; who switches it off has no row. */
export const ListeningChoiceEntity = defineEntity('listening_choices', {
  userId: key(id()),
  /** Whether the next part is requested when one is nearly through. */
  asks: flag(),
  createdAt: time(),
});

/** How far they are in the items of media servers. */
export const ListeningProgressEntity = defineEntity('listening_progress', {
  userId: key(id()),
  integrationId: key(id()),
  /** The media server's. */
  itemId: key(text(200)),
  asin: text(10),
  /** 0 to 1. */
  fraction: double(),
  finished: flag(),
  heardAt: time(),
  /** When the part after it was asked for, or found not to be wanted. */
  askedAt: nullable(time()),
});
