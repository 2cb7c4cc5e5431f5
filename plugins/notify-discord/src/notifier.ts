import { isIntegrationError } from '@lectern/plugin-api';
import type { IntegrationError, NotificationMessage, Notifier, PluginLogger } from '@lectern/plugin-api';
import type { WebhookClient } from './client.js';
import { composeEmbed, composeText } from './compose.js';
import { fault } from './fault.js';
import type { RateLimit } from './rate-limit.js';
import type { WebhookBody } from './schema.js';
import type { DiscordSettings } from './settings.js';

/** Codes after which the webhook is never called again, because Discord bans addresses that keep calling. */
const FINAL_CODES = ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_NOT_FOUND'];

export interface NotifierParts {
  readonly client: WebhookClient;
  readonly limit: RateLimit;
  readonly settings: DiscordSettings;
  readonly log: PluginLogger;
}

/** A notifier with a method for `check`. */
export interface DiscordNotifier extends Notifier {
  /** Allows messages again after the webhook was found to exist. */
  revive(): void;
}

/** Posts messages one at a time. */
export function createNotifier({ client, limit, settings, log }: NotifierParts): DiscordNotifier {
  let last: Promise<unknown> = Promise.resolve();
  let gone: IntegrationError | undefined;
  /** The last message whose embed was refused. A second attempt begins with plain text. */
  let refused: string | undefined;

  /** Posts, or says how long to wait. The caller waits, because that is safe before the message is sent. */
  async function post(body: WebhookBody, signal: AbortSignal) {
    if (gone) throw gone;
    limit.pass();
    try {
      return await client.post(body, signal);
    } catch (error) {
      if (!isIntegrationError(error)) throw error;
      if (FINAL_CODES.includes(error.code)) gone = error;
      if (error.code === 'INTEGRATION_RATE_LIMITED') limit.block(error.retryAfterMs ?? 0);
      throw error;
    }
  }

  async function deliver(message: NotificationMessage, signal: AbortSignal): Promise<void> {
    if (refused !== message.dedupeKey) {
      const result = await post(composeEmbed(message, settings), signal);
      if (result.kind === 'accepted') return;
      refused = message.dedupeKey;
      const { code, complaints } = result.error;
      log.warn('Discord refused an embed; sending it as text', { code, complaints, event: message.event });
    }
    const plain = await post(composeText(message, settings), signal);
    if (plain.kind === 'accepted') return;
    throw fault('INTEGRATION_UNSUPPORTED', 'message_refused', { values: { code: plain.error.code } });
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
    revive() {
      gone = undefined;
    },
  };
}
