import { IntegrationError, isIntegrationError, type PluginHttp } from '@lectern/plugin-api';
import PQueue from 'p-queue';

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
        throw new IntegrationError('INTEGRATION_ABORTED', 'The request was cancelled while it waited.', { cause: error });
      }
    },
  };
}
