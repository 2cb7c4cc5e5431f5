import type { NotificationMessage } from '@lectern/plugin-api';
import { plainSentence } from '../../platform/text/plain-label.js';
import { inEnglish, sentence, type Say, type SpokenTag } from '../../platform/words/index.js';
import type { MailContent } from './compose-mail.js';
import { mailHtml, type ShownMessage } from './mail-html.js';

export interface RenderOptions {
  /** The picture of the book. It travels within the message, so that opening it tells nobody; what is larger than 300 kB is left out. */
  readonly cover?: { readonly bytes: Buffer; readonly contentType: string };
  /** The page on which such messages are switched off, named at the end. */
  readonly unsubscribe?: string;
  /** The language of the reader, which decides the direction of the page. Default: English. */
  readonly language?: SpokenTag;
  /** Says our own words at the end, in that language. Default: English. */
  readonly say?: Say;
}

/** What a message needs to be shown. */
export type RenderedMessage = Pick<NotificationMessage, 'title' | 'lines' | 'fields' | 'links' | 'severity'> & Partial<NotificationMessage>;

const MOST_COVER_BYTES = 300 * 1024;
/** Types that all mail programs show. */
const COVER_TYPES = ['image/jpeg', 'image/png', 'image/gif'];
const COVER_CID = 'cover@lectern';
const LONGEST_LINE = 1000;
const MOST_PARTS = 50;

function isLink(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** One-line texts without what breaks a line, turns the direction of writing or ends a text early. */
function shown({ title, lines, fields, links, severity }: RenderedMessage): ShownMessage {
  const line = (text: string): string => plainSentence(text, LONGEST_LINE);
  return {
    title: plainSentence(title),
    severity,
    lines: lines.slice(0, MOST_PARTS).map(line).filter(Boolean),
    fields: fields.slice(0, MOST_PARTS).map(({ name, value }) => ({ name: plainSentence(name, 100), value: line(value) })),
    links: links
      .slice(0, MOST_PARTS)
      .filter(({ url }) => isLink(url))
      .map(({ title: name, url }) => ({ title: plainSentence(name, 100), url: new URL(url).href })),
  };
}

function mailText({ title, lines, fields, links }: ShownMessage, unsubscribe: string | undefined, say: Say): string {
  const parts = [
    [title],
    lines,
    fields.map(({ name, value }) => `${name}: ${value}`),
    links.flatMap(({ title: name, url }) => [`${name}:`, url]),
    // the line that mail programs take for the beginning of a signature
    [
      '-- ',
      say(sentence('notice_mail.sent_by')),
      ...(unsubscribe === undefined ? [] : [`${say(sentence('notice_mail.choose'))}: ${unsubscribe}`]),
    ],
  ];
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`;
}

/**
 * Writes a message for people as e-mail: a text, and HTML that loads nothing from anywhere. All texts are hostile and shown as text.
 *
 * @returns what {@link Mailer.send} takes besides the recipient
 */
export function renderMail(message: RenderedMessage, options: RenderOptions = {}): MailContent & Pick<RenderOptions, 'unsubscribe'> {
  const { cover, language = 'en', say = inEnglish } = options;
  const unsubscribe = options.unsubscribe !== undefined && isLink(options.unsubscribe) ? new URL(options.unsubscribe).href : undefined;
  const picture = cover && COVER_TYPES.includes(cover.contentType) && cover.bytes.length <= MOST_COVER_BYTES ? cover : undefined;
  const content = shown(message);
  return {
    subject: content.title || 'Lectern',
    text: mailText(content, unsubscribe, say),
    html: mailHtml(content, { language, say, ...(picture ? { coverCid: COVER_CID } : {}), ...(unsubscribe ? { unsubscribe } : {}) }),
    ...(picture ? { pictures: [{ cid: COVER_CID, contentType: picture.contentType, bytes: picture.bytes }] } : {}),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
    ...(message.dedupeKey === undefined ? {} : { key: message.dedupeKey }),
  };
}
