import { randomBytes } from 'node:crypto';
import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { decryptMessage, newCurve, type BrowserKeys } from './decrypt-message.js';
import { verifySender, type VerifiedSender } from './verify-sender.js';

/** A message as a browser reads it. */
export interface PushedMessage {
  readonly text: string;
  readonly sender: VerifiedSender;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
}

/** A browser that subscribed at the push service. */
export interface SimulatedBrowser {
  /** What the browser hands to the site, as `PushSubscription.toJSON()` does. */
  readonly subscription: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
  /** What reached it, oldest first. */
  readonly messages: PushedMessage[];
  /** The service forgets it: messages are answered with 410 from then on. */
  unsubscribe(): void;
}

/** A running simulated push service. */
export interface WebPushSimulator extends Simulator {
  /** The https origin that endpoints are made of; requests to it have to be sent here instead. */
  readonly origin: string;
  /** @param serverKey the public key that the site subscribes with, base64url */
  subscribe(serverKey: string): SimulatedBrowser;
}

interface Subscriber {
  readonly keys: BrowserKeys;
  readonly serverKey: string;
  readonly messages: PushedMessage[];
}

/** RFC 8030 §5: what a push service checks before it takes a message. */
function receive({ headers, body }: SimulatorRequest, { keys, serverKey, messages }: Subscriber, origin: string): SimulatorResponse {
  const ttl = Number(headers['ttl']);
  const topic = headers['topic'] as string | undefined;
  if (!Number.isInteger(ttl) || ttl < 0) return { status: 400, body: 'no TTL' };
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return { status: 400, body: 'bad topic' };
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 400, body: 'unknown encoding' };
  if (body.length > 4096) return { status: 413, body: 'too large' };
  let sender: VerifiedSender;
  try {
    sender = verifySender(headers.authorization, origin, serverKey);
  } catch (error) {
    return { status: 403, body: String(error) };
  }
  messages.push({ text: decryptMessage(body, keys), sender, ttl, urgency: headers['urgency'] as string | undefined, topic });
  return { status: 201, headers: { location: `${origin}/message/${messages.length}` } };
}

/**
 * A push service with its browsers: verifies who sends (RFC 8292), and decrypts what is sent (RFC 8291), so that tests see the clear text. It
 * speaks plain HTTP on loopback, as stand-in for an https origin.
 */
export async function startWebPushSimulator({
  origin = 'https://push.example.net',
  port,
}: { readonly origin?: string; readonly port?: number } = {}): Promise<WebPushSimulator> {
  const subscribers = new Map<string, Subscriber>();

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    if (request.method !== 'POST' || !request.path.startsWith('/push/')) return undefined;
    const subscriber = subscribers.get(request.path);
    return subscriber ? receive(request, subscriber, origin) : { status: 410, body: 'unsubscribed' };
  }

  return {
    ...(await startSimulator(answer, port === undefined ? {} : { port })),
    origin,
    subscribe(serverKey) {
      const path = `/push/${randomBytes(24).toString('base64url')}`;
      const keys: BrowserKeys = { curve: newCurve(), auth: randomBytes(16) };
      const messages: PushedMessage[] = [];
      subscribers.set(path, { keys, serverKey, messages });
      return {
        subscription: {
          endpoint: origin + path,
          keys: { p256dh: keys.curve.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
        },
        messages,
        unsubscribe: () => void subscribers.delete(path),
      };
    },
  };
}
