import { isIntegrationError } from '@lectern/plugin-api';
import type { NotificationMessage, Notifier, PluginHttp, PluginLogger } from '@lectern/plugin-api';
import type { PushoverClient } from './client.js';
import { composeMessage } from './compose.js';
import { fetchCover } from './cover.js';
import { fault } from './fault.js';
import type { Gate } from './gate.js';
import type { PushoverSettings } from './settings.js';

export interface NotifierParts {
  readonly client: PushoverClient;
  readonly gate: Gate;
  readonly http: PluginHttp;
  readonly settings: PushoverSettings;
  readonly log: PluginLogger;
}

/** Sends messages one at a time. Pauses are up to the caller. */
export function createNotifier({ client, gate, http, settings, log }: NotifierParts): Notifier {
  let last: Promise<unknown> = Promise.resolve();

  async function deliver(message: NotificationMessage, signal: AbortSignal): Promise<void> {
    const isUrgent = message.severity === 'error';
    gate.pass(isUrgent);
    const form = composeMessage(message, settings);
    const cover = settings.showCover ? await fetchCover(http, log, message.coverUrl, signal) : undefined;
    try {
      const result = await client.send(form, cover, signal);
      if (result.kind === 'accepted') return;
      log.info('Pushover refused a picture; the message goes without', { event: message.event });
      await client.send(form, undefined, signal);
    } catch (error) {
      if (!isIntegrationError(error)) throw error;
      if (error.code === 'INTEGRATION_RATE_LIMITED') gate.block(error.retryAfterMs ?? 0);
      if (error.code === 'INTEGRATION_UNAVAILABLE') gate.fault();
      throw error;
    }
  }

  return {
    send(message, { signal }) {
      const mine = last.then(() => {
        if (signal.aborted) throw fault('INTEGRATION_ABORTED', 'message_cancelled');
        return deliver(message, signal);
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
