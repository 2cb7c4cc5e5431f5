import { isIntegrationError, type HttpResponse, type PluginHttp, parseRetryAfter } from '@lectern/plugin-api';
import PQueue from 'p-queue';
import webPushLibrary from 'web-push';
import { saidOf, sentence, type Said } from '../../platform/words/index.js';
import { contactAddress } from './contact-address.js';
import type { DeviceStore, PushDevice, Subscription } from './device-store.js';
import { payloadOf, topicOf, type PushMessage } from './push-payload.js';
import type { ServerKeyPair } from './server-keys.js';

/** What became of a message to one device. */
export interface PushResult {
  readonly deviceId: string;
  /**
   * `sent`: the push service took it. `gone`: the device does not want messages any more and was forgotten. `temporary`: trying again may help.
   * `failed`: it will not.
   */
  readonly outcome: 'sent' | 'gone' | 'temporary' | 'failed';
  /** Milliseconds after which the push service wants to be asked again, at most a day. Of `temporary` alone. */
  readonly retryAfterMs?: number;
  /** Why it was not sent, in a sentence that names the host of the push service alone. */
  readonly fault?: Said;
}

/** Sends messages to the devices of people. */
export interface WebPushService {
  /**
   * Sends a message to all devices of a person, and forgets those that are gone. Faults are results, one for each device; somebody without
   * devices has none.
   */
  send(userId: string, message: PushMessage, options: { readonly signal: AbortSignal }): Promise<readonly PushResult[]>;
  /** Those among some people who turned a device on. One statement. */
  owners: DeviceStore['owners'];
}

export interface WebPushDeps {
  readonly devices: Pick<DeviceStore, 'reachable' | 'remove' | 'owners'>;
  readonly serverKeys: () => Promise<ServerKeyPair>;
  readonly http: PluginHttp;
  /** The public address of the settings. */
  readonly publicUrl: () => Promise<string | null>;
  readonly now: () => Date;
}

const DAY_SECONDS = 86_400;
/** Messages of one person that are under way at the same time. */
const AT_ONCE = 4;
const FORGOTTEN = new Set([404, 410]);

type Verdict = Omit<PushResult, 'deviceId'>;

export function createWebPushService({ devices, serverKeys, http, publicUrl, now }: WebPushDeps): WebPushService {
  function verdictOf({ status, headers }: HttpResponse, host: string): Verdict {
    if (status >= 200 && status <= 299) return { outcome: 'sent' };
    if (FORGOTTEN.has(status)) return { outcome: 'gone', fault: sentence('delivery_fault.unknown_device', { host }) };
    const isPassing = status === 429 || status >= 500;
    const retryAfterMs = isPassing ? parseRetryAfter(headers['retry-after'], now().getTime()) : undefined;
    return {
      outcome: isPassing ? 'temporary' : 'failed',
      fault: sentence('delivery_fault.device_refused', { host, status: String(status) }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  function requestTo(subscription: Subscription, message: PushMessage, keys: ServerKeyPair, subject: string) {
    const { headers, body } = webPushLibrary.generateRequestDetails(subscription, payloadOf(message), {
      vapidDetails: { subject, ...keys },
      TTL: message.ttlSeconds ?? DAY_SECONDS,
      urgency: message.urgency ?? 'normal',
      ...(message.dedupeKey === undefined ? {} : { topic: topicOf(message.dedupeKey) }),
    });
    const texts = Object.entries(headers as Record<string, string | number>).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return { headers: Object.fromEntries(texts.filter(([name]) => name !== 'Content-Length')), body: body ?? Buffer.alloc(0) };
  }

  async function deliver(
    { host, subscription }: PushDevice & { readonly subscription: Subscription },
    message: PushMessage,
    keys: ServerKeyPair,
    subject: string,
    signal: AbortSignal,
  ): Promise<Verdict> {
    try {
      const answer = await http.request({
        ...requestTo(subscription, message, keys, subject),
        url: subscription.endpoint,
        method: 'POST',
        // a browser named the address: nothing but the address itself is asked, once
        redirect: 'manual',
        acceptStatus: 'any',
        retry: false,
        maxBytes: 64 * 1024,
        signal,
      });
      return verdictOf(answer, host);
    } catch (error) {
      if (!isIntegrationError(error)) throw error;
      const isPassing = error.code === 'INTEGRATION_UNAVAILABLE' || error.code === 'INTEGRATION_ABORTED';
      return { outcome: isPassing ? 'temporary' : 'failed', fault: saidOf(error) };
    }
  }

  return {
    owners: (sql, userIds) => devices.owners(sql, userIds),
    async send(userId, message, { signal }) {
      const targets = await devices.reachable(userId);
      if (targets.length === 0) return [];
      const [keys, subject] = [await serverKeys(), contactAddress(await publicUrl())];
      const queue = new PQueue({ concurrency: AT_ONCE });
      const results = await queue.addAll(
        targets.map((device) => async (): Promise<PushResult> => ({
          deviceId: device.id,
          ...(await deliver(device, message, keys, subject, signal)),
        })),
      );
      await devices.remove(results.filter(({ outcome }) => outcome === 'gone').map(({ deviceId }) => deviceId));
      return results;
    },
  };
}
