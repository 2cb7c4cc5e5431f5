import type { EventBus } from '../../platform/events/event-bus.js';
import type { RenameDeps } from './rename-dependencies.js';

/** At most so often a browser hears that one more book was moved. */
const EVERY_MS = 500;

/** Tells admins' browsers how far a rename is, as `rename.updated`; each new state at once. */
export function createRenameAnnouncer(events: EventBus): RenameDeps['announce'] {
  let last = { id: '', state: '', at: 0 };
  return ({ id, state, done, total, ...book }) => {
    const at = performance.now();
    if (last.id === id && last.state === state && at - last.at < EVERY_MS) return;
    last = { id, state, at };
    events.publish({ type: 'rename.updated', data: { id, state, done: Number(done), total: Number(total), ...book }, audience: 'admins' });
  };
}
