import type { NotificationMessage, NotificationSeverity } from '@lectern/plugin-api';
import { lengthOf, link, plain } from './markup.js';
import { isPublicUrl } from './public-url.js';
import type { Embed, WebhookBody } from './schema.js';
import type { DiscordSettings } from './settings.js';

/** Discord's limits, in code points. */
const LIMITS = { content: 2000, title: 256, description: 4096, fields: 25, fieldName: 256, fieldValue: 1024, total: 6000 } as const;

const COLORS: Record<NotificationSeverity, number> = { info: 0x3b82f6, success: 0x22c55e, warning: 0xf59e0b, error: 0xef4444 };

const SUPPRESS_NOTIFICATIONS = 4096;

/** Discord refuses names that contain these. */
const RESERVED_NAME = /discord|clyde/i;

/** Headings must be on one line. */
function oneLine(text: string, limit: number): string {
  return plain(text.replace(/\s+/g, ' '), limit);
}

function extraLinks(message: NotificationMessage): string {
  return message.links
    .slice(1)
    .flatMap(({ title, url }) => link(title, url) ?? [])
    .join(' · ');
}

/** The lines, then the links, which are never cut in half. */
function describe(message: NotificationMessage, limit: number): string {
  const links = extraLinks(message);
  const keepsLinks = links !== '' && lengthOf(links) < limit / 2;
  const room = keepsLinks ? limit - lengthOf(links) - 2 : limit;
  const text = plain(message.lines.join('\n'), room);
  return [text, keepsLinks ? links : ''].filter((part) => part !== '').join('\n\n');
}

function fieldsOf(message: NotificationMessage, budget: number): NonNullable<Embed['fields']> {
  const fields: NonNullable<Embed['fields']> = [];
  let left = budget;
  for (const field of message.fields) {
    const name = oneLine(field.name, LIMITS.fieldName);
    const value = plain(field.value, LIMITS.fieldValue);
    // Discord refuses empty names and values.
    if (name === '' || value === '') continue;
    left -= lengthOf(name) + lengthOf(value);
    if (left < 0 || fields.length === LIMITS.fields) break;
    fields.push({ name, value, inline: lengthOf(value) <= 40 });
  }
  return fields;
}

function embedOf(message: NotificationMessage, settings: DiscordSettings): Embed {
  const title = oneLine(message.title, LIMITS.title);
  const description = describe(message, LIMITS.description);
  const url = message.links.map((entry) => entry.url).find((address) => link('', address) !== undefined);
  const occurredAt = new Date(message.occurredAt);
  const fields = fieldsOf(message, LIMITS.total - lengthOf(title) - lengthOf(description));
  return {
    ...(title === '' ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    ...(description === '' ? {} : { description }),
    color: COLORS[message.severity],
    ...(Number.isNaN(occurredAt.getTime()) ? {} : { timestamp: occurredAt.toISOString() }),
    ...(settings.showCover && isPublicUrl(message.coverUrl) ? { thumbnail: { url: message.coverUrl } } : {}),
    ...(fields.length === 0 ? {} : { fields }),
  };
}

function envelope(settings: DiscordSettings): WebhookBody {
  const username = settings.username.trim();
  return {
    ...(username === '' || RESERVED_NAME.test(username) ? {} : { username: [...username].slice(0, 80).join('') }),
    ...(isPublicUrl(settings.avatarUrl) ? { avatar_url: settings.avatarUrl } : {}),
    ...(settings.silent ? { flags: SUPPRESS_NOTIFICATIONS } : {}),
    ...(settings.threadName.trim() !== '' && settings.threadId === '' ? { thread_name: settings.threadName.trim() } : {}),
    // Titles from outside may contain @everyone; nobody is ever pinged.
    allowed_mentions: { parse: [] },
  };
}

/** The message as one embed within all limits. */
export function composeEmbed(message: NotificationMessage, settings: DiscordSettings): WebhookBody {
  return { ...envelope(settings), embeds: [embedOf(message, settings)] };
}

/** The message as plain text, for when Discord refuses the embed. */
export function composeText(message: NotificationMessage, settings: DiscordSettings): WebhookBody {
  const title = oneLine(message.title, LIMITS.title) || oneLine(message.event, LIMITS.title) || 'Lectern';
  const fields = message.fields.map((field) => `${field.name}: ${field.value}`);
  const heading = `**${title}**`;
  const rest = plain([...message.lines, ...fields].join('\n'), LIMITS.content - lengthOf(heading) - 1);
  return { ...envelope(settings), content: rest === '' ? heading : `${heading}\n${rest}` };
}
