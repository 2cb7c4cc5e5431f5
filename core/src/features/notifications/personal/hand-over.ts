import { IntegrationError, type NotificationMessage } from '@lectern/plugin-api';
import { hidePlaces } from '../../../platform/logging/hide-places.js';
import { inEnglish, type Say, type SpokenTag } from '../../../platform/words/index.js';
import { renderMail, type Mailer, type RenderOptions } from '../../mail/index.js';
import { publicAddress, type SettingsService } from '../../settings/index.js';
import type { Contact } from '../../users/account-rows.js';
import type { PushResult, WebPushService } from '../../web-push/index.js';

/** The page on which people choose what reaches them. */
const CHOICES_PATH = '/account/notifications';

export interface HandOverDeps {
  readonly mail: Pick<Mailer, 'send'>;
  readonly webPush: Pick<WebPushService, 'send'>;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** A message as one person may read it: only admins see where the server keeps things and which services it uses. */
export function messageFor({ role }: Pick<Contact, 'role'>, message: NotificationMessage): NotificationMessage {
  if (role === 'admin') return message;
  const fields = message.fields.map(({ name, value }) => ({ name, value: hidePlaces(value) }));
  return { ...message, title: hidePlaces(message.title), lines: message.lines.map(hidePlaces), fields };
}

/** @throws IntegrationError unless a device got it: some devices would get it twice if the rest were tried again */
function settlePush(results: readonly PushResult[], signal: AbortSignal): void {
  if (results.some(({ outcome }) => outcome === 'sent')) return;
  if (signal.aborted) throw new IntegrationError('INTEGRATION_ABORTED', 'Sending was cancelled.');
  const passing = results.filter(({ outcome }) => outcome === 'temporary');
  const fault = inEnglish((passing[0] ?? results[0])?.fault ?? 'No device is turned on.');
  if (passing.length === 0) throw new IntegrationError('INTEGRATION_NOT_FOUND', fault);
  const waits = passing.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  throw new IntegrationError('INTEGRATION_UNAVAILABLE', fault, waits.length === 0 ? {} : { retryAfterMs: Math.min(...waits) });
}

/** @param path the page that a click opens @throws IntegrationError */
export async function pushTo(
  { webPush }: Pick<HandOverDeps, 'webPush'>,
  userId: string,
  { title, lines, dedupeKey }: NotificationMessage,
  path: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const push = { title, body: lines.join('\n'), path: path ?? '/', dedupeKey };
  settlePush(await webPush.send(userId, push, { signal }), signal);
}

/** The language in which somebody is addressed, and what speaks it. */
export interface Reader {
  readonly language: SpokenTag;
  readonly say: Say;
}

/** @throws MailFault */
export async function mailTo(
  { mail, settings }: Pick<HandOverDeps, 'mail' | 'settings'>,
  { email, displayName, username }: Contact,
  message: NotificationMessage,
  { language, say, signal, cover }: Reader & { readonly signal: AbortSignal; readonly cover?: RenderOptions['cover'] },
): Promise<void> {
  const { publicUrl } = (await settings.get()).server;
  const content = renderMail(message, {
    language,
    say,
    ...(publicUrl === null ? {} : { unsubscribe: publicAddress(publicUrl, CHOICES_PATH) }),
    ...(cover ? { cover } : {}),
  });
  await mail.send({ to: { address: email ?? '', name: displayName || username }, ...content }, signal);
}
