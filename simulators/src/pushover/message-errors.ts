import type { PushoverForm } from './read-form.js';

/** A complaint about one parameter. */
export interface PushoverComplaint {
  readonly parameter: string;
  readonly words: string;
}

const LARGEST_ATTACHMENT = 5 * 1024 * 1024;

const lengthOf = (text: string | undefined) => [...(text ?? '')].length;

function tooLong(fields: PushoverForm['fields'], parameter: string, limit: number): PushoverComplaint[] {
  return lengthOf(fields[parameter]) > limit ? [{ parameter, words: `is too long (maximum is ${limit} characters)` }] : [];
}

function ofEmergency(fields: PushoverForm['fields']): PushoverComplaint[] {
  if (fields.priority !== '2') return [];
  const words = 'must be supplied with priority=2';
  const missing = ['retry', 'expire'].filter((name) => fields[name] === undefined).map((parameter) => ({ parameter, words }));
  if (missing.length > 0) return missing;
  if (Number(fields.retry) < 30) return [{ parameter: 'retry', words: 'must be at least 30 seconds' }];
  return Number(fields.expire) > 10_800 ? [{ parameter: 'expire', words: 'must be at most 10800 seconds' }] : [];
}

/** Returns Pushover's complaints about a message, besides those about its token and user. */
export function messageErrors({ fields, attachment }: PushoverForm): PushoverComplaint[] {
  const priority = Number(fields.priority ?? 0);
  return [
    ...((fields.message ?? '').trim() === '' ? [{ parameter: 'message', words: 'cannot be blank' }] : []),
    ...tooLong(fields, 'message', 1024),
    ...tooLong(fields, 'title', 250),
    ...tooLong(fields, 'url', 512),
    ...tooLong(fields, 'url_title', 100),
    ...(Number.isInteger(priority) && Math.abs(priority) <= 2 ? [] : [{ parameter: 'priority', words: 'is invalid' }]),
    ...ofEmergency(fields),
    ...(fields.html === '1' && fields.monospace === '1' ? [{ parameter: 'html', words: 'cannot be used with monospace' }] : []),
    ...(attachment && attachment.bytes.length > LARGEST_ATTACHMENT ? [{ parameter: 'attachment', words: 'is too large' }] : []),
    ...(attachment && !attachment.contentType.startsWith('image/') ? [{ parameter: 'attachment', words: 'is not an image' }] : []),
  ];
}
