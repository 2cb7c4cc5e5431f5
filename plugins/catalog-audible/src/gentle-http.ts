import { IntegrationError, isIntegrationError, type PluginHttp } from '@lectern/plugin-api';
import PQueue from 'p-queue';

/** Exits that many share were throttled beyond this. */
const MOST_AT_ONCE = 4;

/** The same door to the network with few requests in flight; the store has no published limit and no patience. */
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
