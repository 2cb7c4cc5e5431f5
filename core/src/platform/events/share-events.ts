import type { ChangeFeed } from '../change-feed/index.js';
import type { EventBus, LiveEvent } from './event-bus.js';

const TOPIC = 'event';

/** Shares the events of each process with all others, so that browsers hear them wherever they are connected. @returns a function that stops it */
export function shareEvents({ events, feed }: { readonly events: EventBus; readonly feed: Pick<ChangeFeed, 'send' | 'hear'> }): () => void {
  // publishing is synchronous, so every event that is heard while it lasts came from another process
  let isForeign = false;
  const ends = [
    events.subscribe((event) => {
      if (!isForeign) feed.send(TOPIC, event);
    }),
    feed.hear(TOPIC, (event) => {
      if (event === undefined) return;
      isForeign = true;
      try {
        events.publish(event as LiveEvent);
      } finally {
        isForeign = false;
      }
    }),
  ];
  return () => ends.forEach((end) => end());
}
