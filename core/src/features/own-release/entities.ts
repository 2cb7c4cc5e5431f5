import { defineEntity, id, integer, key, text } from '../../platform/db/index.js';

/** A part of a magnet link, a .torrent or an .nzb that a person brought. */
export const OwnReleasePartEntity = defineEntity('own_release_parts', {
  /** It goes with its candidate. */
  candidateId: key(id()),
  position: key(integer()),
  /** Base64 of the bytes, sealed: trackers' addresses may carry a person's key. */
  contentSealed: text(),
});
