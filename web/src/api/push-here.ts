import { nameHere } from './base-path.js';

/** Why this browser cannot be notified, or `undefined` if it can. */
export type PushObstacle = 'insecure' | 'homeScreen' | 'unsupported' | 'blocked';

/** What a browser hands out for being notified. */
export interface OwnSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Why turning on failed: the person or the browser said no, or the browser's push service did not answer. */
export class PushRefusal extends Error {
  override readonly name = 'PushRefusal';
  constructor(readonly reason: 'notAllowed' | 'noService') {
    super(reason);
  }
}

/** The id by which the server knows this browser. */
const DEVICE = nameHere('lectern-push-device');
/** The id of the person who turned it on. */
const PERSON = nameHere('lectern-push-person');
/** The worker is there soon after the page; where none can be, nobody waits for ever. */
const WORKER_MS = 10_000;
/** Nobody waits longer than this for a push service when they sign out. */
const LEAVING_MS = 2000;

const late = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms));

function obstacle(): PushObstacle | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)
    return Notification.permission === 'denied' ? 'blocked' : undefined;
  // iPads call themselves Macs, but have a touch screen
  const isApple =
    /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) || (/\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApple ? 'homeScreen' : 'unsupported';
}

async function current(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Whether this browser can be notified, and by which id the server notifies it. */
export async function pushHere(): Promise<{ readonly obstacle: PushObstacle | undefined; readonly deviceId: string | null }> {
  const found = obstacle();
  const isOn = found === undefined && Notification.permission === 'granted' && (await current()) !== undefined;
  return { obstacle: found, deviceId: isOn ? localStorage.getItem(DEVICE) : null };
}

export function rememberDevice(id: string, personId: string): void {
  localStorage.setItem(DEVICE, id);
  localStorage.setItem(PERSON, personId);
}

/** Whether a person turned this browser on and its subscription ended by itself since: push services replace them now and then. */
export async function hasLostPush(personId: string): Promise<boolean> {
  if (localStorage.getItem(DEVICE) === null || localStorage.getItem(PERSON) !== personId) return false;
  return obstacle() === undefined && Notification.permission === 'granted' && (await current()) === undefined;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/**
 * Asks the person, then the push service. Has to be called from a click, since browsers ask nobody who did nothing.
 *
 * @param serverKey the server's public key, base64url
 * @throws PushRefusal
 */
export async function subscribeHere(serverKey: () => Promise<string>): Promise<OwnSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefusal('notAllowed');
  const applicationServerKey = bytesOf(await serverKey());
  const registration = await Promise.race([navigator.serviceWorker.ready, late(WORKER_MS, undefined)]);
  if (!registration) throw new PushRefusal('noService');
  try {
    // one that is left over may belong to an earlier key of the server, or to somebody who was signed in before
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const { endpoint, keys } = (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
    return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
  } catch (error) {
    throw new PushRefusal(error instanceof DOMException && error.name === 'NotAllowedError' ? 'notAllowed' : 'noService');
  }
}

/** Ends the notifications of this browser, as far as the browser is concerned. Never fails and never takes long. */
export async function leavePush(): Promise<void> {
  if (localStorage.getItem(DEVICE) === null) return;
  localStorage.removeItem(DEVICE);
  localStorage.removeItem(PERSON);
  const leaving = current().then((subscription) => subscription?.unsubscribe());
  await Promise.race([leaving.catch(() => undefined), late(LEAVING_MS, undefined)]);
}
