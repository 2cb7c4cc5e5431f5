import { defineEntity, id, integer, key, text, time } from '../../platform/db/index.js';

/** What a link decides. */
export type DecisionAction = 'approve' | 'deny';

export const DecisionLinkEntity = defineEntity('decision_links', {
  id: key(id()),
  userId: id(),
  requestId: id(),
  /** Of the request that the message was about; any move since then overtakes the link. */
  requestVersion: integer(),
  action: text<DecisionAction>(10),
  tokenHash: text(64),
  createdAt: time(),
  expiresAt: time(),
});
