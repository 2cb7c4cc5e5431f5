import { defineEntity, id, key, nullable, text, time } from '../../platform/db/index.js';

/** A person's identity at another service; unique by provider and subject. */
export const UserIdentityEntity = defineEntity('user_identities', {
  id: key(id()),
  userId: id(),
  provider: text(100),
  subject: text(300),
  /** Their name there; unknown for identities from older versions. */
  accountName: nullable(text(200)),
  createdAt: time(),
});
