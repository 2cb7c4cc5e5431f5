import { isIntegrationError } from '@lectern/plugin-api';
import type { PluginHttp } from '@lectern/plugin-api';
import PQueue from 'p-queue';
import { fault } from './fault.js';

/** Shared addresses were throttled beyond this. */
const MOST_AT_ONCE = 4;

/** The same network access with few requests in flight. The store publishes no limit and shows no patience. */
export function createGentleHttp(http: PluginHttp): PluginHttp {
  const queue = new PQueue({ concurrency: MOST_AT_ONCE });
  return {
    async request(request) {
      try {
        return await queue.add(() => http.request(request), { signal: request.signal });
      } catch (error) {
        if (isIntegrationError(error) || request.signal?.aborted !== true) throw error;
        throw fault('INTEGRATION_ABORTED', 'cancelled_while_waiting', { cause: error });
      }
    },
  };
}
