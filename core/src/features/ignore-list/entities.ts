import { defineEntity, id, key, text, time, type RowOf } from '../../platform/db/index.js';

export const IgnoredAudiobookEntity = defineEntity('ignored_audiobooks', {
  id: key(id()),
  userId: id(),
  asin: text(10),
  createdAt: time(),
});

export type IgnoredAudiobookRow = RowOf<typeof IgnoredAudiobookEntity>;
