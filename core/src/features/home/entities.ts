import { defineEntity, id, integer, key, text } from '../../platform/db/index.js';

export const UserHomeSectionEntity = defineEntity('user_home_sections', {
  id: key(id()),
  userId: id(),
  /** `popular`, `in-progress` …, or `category:` and the catalogue's id. */
  section: text(100),
  position: integer(),
});
