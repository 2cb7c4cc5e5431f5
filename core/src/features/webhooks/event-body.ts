import type { Announced } from '../notifications/index.js';
import { publicAddress } from '../settings/index.js';

/** What a webhook says of an event. `link` is a path of the web UI until it is sent. */
export type EventData = Announced['subject'] & { readonly title: string; readonly link?: string };

/** An event that is sent to a webhook. */
export interface WebhookEvent {
  readonly id: string;
  readonly event: string;
  /** ISO 8601. */
  readonly at: string;
  readonly data: EventData;
}

/** The event that the test button sends. */
export const TEST_EVENT = 'test';

export function dataOf({ title, subject, path }: Pick<Announced, 'title' | 'subject' | 'path'>): EventData {
  return { title, ...subject, ...(path === undefined ? {} : { link: path }) };
}

/** The event as it is sent: with the whole address of its page, or with none while the server's address is unknown. */
export function addressed({ id, event, at, data }: WebhookEvent, publicUrl: string | null): WebhookEvent {
  const { link, ...rest } = data;
  const address = link === undefined || publicUrl === null ? {} : { link: publicAddress(publicUrl, link) };
  return { id, event, at, data: { ...rest, ...address } };
}
