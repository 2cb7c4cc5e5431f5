import { defineEntity, id, key, nullable, text, time } from '../../platform/db/index.js';

/** Who somebody is at another service; unique by provider and subject. */
export const UserIdentityEntity = defineEntity('user_identities', {
  id: key(id()),
  userId: id(),
  provider: text(100),
  subject: text(300),
  /** As they are called there; not known of those from before it was kept. */
  accountName: nullable(text(200)),
  createdAt: time(),
});
