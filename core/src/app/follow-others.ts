import { followIntegrations } from '../features/integrations/index.js';
import { followPlugins } from '../features/plugins/index.js';
import { shareEvents } from '../platform/events/share-events.js';
import type { Cradle } from './cradle.js';

/**
 * Keeps this process in step with others on the same database: live events, plugins and integrations. Settings and
 * streams that end are followed where they are kept.
 *
 * @param started resolves when integrations have been started as they were stored
 * @returns a function that ends it
 */
export function followOthers(c: Cradle, started: Promise<unknown>): () => void {
  const { feed, host, log, events, integrationStore, pluginStore, runningVersions } = c;
  const ends = [
    shareEvents({ events, feed }),
    followPlugins({ feed, store: pluginStore, host, runningVersions, log, started }),
    followIntegrations({ feed, store: integrationStore, host, log, started }),
  ];
  return () => ends.forEach((end) => end());
}
