import { defineEntity, id, key, text, time } from '../../platform/db/index.js';

/** Who somebody is at another service; unique by provider and subject. */
export const UserIdentityEntity = defineEntity('user_identities', {
  id: key(id()),
  userId: id(),
  provider: text(100),
  subject: text(300),
  createdAt: time(),
});
