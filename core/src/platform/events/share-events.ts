import type { ChangeFeed } from '../change-feed/index.js';
import type { EventBus, LiveEvent } from './event-bus.js';

const TOPIC = 'event';

/** Publishes what happens in one process in all of them, so that browsers hear of it wherever they listen. @returns a function that ends it */
export function shareEvents({ events, feed }: { readonly events: EventBus; readonly feed: Pick<ChangeFeed, 'send' | 'hear'> }): () => void {
  // publishing is synchronous, so what is heard here meanwhile is what came from elsewhere
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
