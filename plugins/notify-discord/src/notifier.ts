import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { Notifier, NotificationMessage, PluginLogger } from '@lectern/plugin-api';
import type { WebhookClient } from './client.js';
import { composeEmbed, composeText } from './compose.js';
import type { RateLimit } from './rate-limit.js';
import type { WebhookBody } from './schema.js';
import type { DiscordSettings } from './settings.js';

/** How often a message is tried when Discord asks for short pauses. */
const ATTEMPTS = 3;

/** Codes after which the webhook is never called again: Discord bans addresses that go on. */
const FINAL_CODES = ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_NOT_FOUND'];

/** What the notifier works with. */
export interface NotifierParts {
  readonly client: WebhookClient;
  readonly limit: RateLimit;
  readonly settings: DiscordSettings;
  readonly log: PluginLogger;
}

/** A notifier, and what `check` has to tell it. */
export interface DiscordNotifier extends Notifier {
  /** Allows messages again after the webhook was seen to be there. */
  revive(): void;
}

/** Posts messages one after another. */
export function createNotifier({ client, limit, settings, log }: NotifierParts): DiscordNotifier {
  let last: Promise<unknown> = Promise.resolve();
  let gone: IntegrationError | undefined;

  /** Posts once Discord takes messages; a limit means nothing was posted, so trying again is safe. */
  async function post(body: WebhookBody, signal: AbortSignal) {
    for (let attempt = 1; ; attempt += 1) {
      if (gone) throw gone;
      await limit.clear(signal);
      try {
        return await client.post(body, signal);
      } catch (error) {
        if (!isIntegrationError(error)) throw error;
        if (FINAL_CODES.includes(error.code)) gone = error;
        if (error.code !== 'INTEGRATION_RATE_LIMITED') throw error;
        limit.block(error.retryAfterMs ?? 0);
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  async function deliver(message: NotificationMessage, signal: AbortSignal): Promise<void> {
    const result = await post(composeEmbed(message, settings), signal);
    if (result.kind === 'accepted') return;
    const { code, complaints } = result.error;
    log.warn('Discord refused an embed; sending it as text', { code, complaints, event: message.event });
    const plain = await post(composeText(message, settings), signal);
    if (plain.kind === 'accepted') return;
    throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `Discord refuses the message (${plain.error.code}).`);
  }

  return {
    send(message, { signal }) {
      const mine = last.then(() => {
        if (signal.aborted) throw new IntegrationError('INTEGRATION_ABORTED', 'The message was cancelled before it was sent.');
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
