import { defineEntity, id, key, time } from '../../platform/db/index.js';

export const RequestSubscriberEntity = defineEntity('request_subscribers', {
  requestId: key(id()),
  userId: key(id()),
  createdAt: time(),
});
