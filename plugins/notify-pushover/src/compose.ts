import type { NotificationMessage, NotificationSeverity } from '@lectern/plugin-api';
import { escaped, lengthOf, link, plain, webAddress } from './markup.js';
import type { MessageForm } from './schema.js';
import type { PushoverSettings } from './settings.js';

/** Pushover's limits, in code points. */
const LIMITS = { message: 1024, title: 250, url: 512, urlTitle: 100 } as const;

const FIELD_NAME = 60;
const FIELD_VALUE = 200;

const EMERGENCY = 2;

function priorityOf(severity: NotificationSeverity, settings: PushoverSettings): number {
  return {
    info: settings.infoPriority,
    success: settings.successPriority,
    warning: settings.warningPriority,
    error: settings.errorPriority,
  }[severity];
}

/** Takes whole parts while they fit, and returns their total length with a line break before each. */
function takeWhole(parts: readonly string[], budget: number): string[] {
  const taken: string[] = [];
  let left = budget;
  for (const part of parts) {
    left -= lengthOf(part) + 1;
    if (left < 0) break;
    taken.push(part);
  }
  return taken;
}

/** Lines, fields, then links. Lines may be cut; fields and links are complete or absent, and take at most half the room. */
function body(message: NotificationMessage, links: readonly string[]): string {
  const fields = message.fields.flatMap((field) => {
    const [name, value] = [escaped(field.name, FIELD_NAME), escaped(field.value.replace(/\s+/g, ' '), FIELD_VALUE)];
    return name === '' || value === '' ? [] : [`<b>${name}:</b> ${value}`];
  });
  const tail = takeWhole([...fields, ...links], LIMITS.message / 2);
  const room = LIMITS.message - tail.reduce((sum, part) => sum + lengthOf(part) + 1, 0);
  const lines = escaped(message.lines.join('\n'), room);
  return [lines, ...tail].filter((part) => part !== '').join('\n');
}

/** The message within all limits: text is cut, never refused. */
export function composeMessage(message: NotificationMessage, settings: PushoverSettings): MessageForm {
  const priority = priorityOf(message.severity, settings);
  const addresses = message.links.flatMap(({ title, url }) => {
    const address = webAddress(url);
    return address === undefined ? [] : [{ title, url: address }];
  });
  // the first one that fits has its own place under the message
  const main = addresses.find(({ url }) => lengthOf(url) <= LIMITS.url);
  const others = addresses.filter((entry) => entry !== main).flatMap(({ title, url }) => link(title, url) ?? []);
  const title = plain(message.title.replace(/\s+/g, ' '), LIMITS.title);
  const urlTitle = plain(main?.title.replace(/\s+/g, ' ') ?? '', LIMITS.urlTitle);
  const occurredAt = Math.floor(Date.parse(message.occurredAt) / 1000);
  // a message without text is refused
  const text = body(message, others) || escaped(title, LIMITS.message) || escaped(message.event, LIMITS.message) || 'Lectern';
  return {
    message: text,
    ...(title === '' ? {} : { title }),
    ...(main ? { url: main.url } : {}),
    ...(main && urlTitle !== '' ? { url_title: urlTitle } : {}),
    ...(settings.devices.length === 0 ? {} : { device: settings.devices.join(',') }),
    priority,
    // without both an emergency is refused
    ...(priority === EMERGENCY ? { retry: settings.retrySeconds, expire: settings.expireSeconds } : {}),
    ...(settings.sound === '' ? {} : { sound: settings.sound }),
    html: 1,
    ...(Number.isNaN(occurredAt) ? {} : { timestamp: occurredAt }),
  };
}
