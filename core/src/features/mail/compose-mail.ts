import { createHash, randomUUID } from 'node:crypto';
import { plainLabel, plainSentence } from '../../platform/text/plain-label.js';
import { domainOf, isMailAddress } from './mail-address.js';
import { MailFault } from './mail-fault.js';
import type { MailSettings } from './mail-form.js';
import { sentence } from '../../platform/words/index.js';

/** A picture that the HTML part shows as `cid:<cid>`. */
export interface MailPicture {
  readonly cid: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures?: readonly MailPicture[];
  /** The same for every attempt at this message: mail servers and programs then drop copies. Default: none is like another. */
  readonly key?: string;
}

export interface Mail extends MailContent {
  readonly to: { readonly address: string; readonly name?: string };
  /** The http(s) address of a page on which such messages are switched off. */
  readonly unsubscribe?: string;
}

/** A message as it goes over the wire. */
export interface WireMail {
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

const LONGEST_SUBJECT = 200;
const LONGEST_NAME = 100;

/** @param publicUrl whose host names this server in identifiers and greetings; without one it is the sender's domain */
export function mailHost({ senderAddress }: Pick<MailSettings, 'senderAddress'>, publicUrl: string | null): string {
  const host = publicUrl !== null && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
  return /[a-z]/.test(host) && !host.includes(':') ? host : domainOf(senderAddress);
}

function messageId(mail: Mail, host: string): string {
  if (mail.key === undefined) return `<${randomUUID()}@${host}>`;
  // a key may hold anything, and goes to several people
  const hash = createHash('sha256').update(`${mail.key}\n${mail.to.address}`).digest('hex');
  return `<${hash.slice(0, 32)}@${host}>`;
}

function unsubscribeHeader(link: string | undefined): Record<string, string> {
  if (link === undefined || !/^https?:/i.test(link) || !URL.canParse(link)) return {};
  // as the parser writes it: without line breaks, blanks and angle brackets
  return { 'List-Unsubscribe': `<${new URL(link).href.replace(/[<>\s]/g, encodeURIComponent)}>` };
}

/**
 * Writes a message. Whatever stands in a header is one line of plain text before the library gets it, which encodes it as well.
 *
 * @param host names this server, see {@link mailHost}
 * @throws MailFault `recipient_invalid`
 */
export async function composeMail(mail: Mail, server: MailSettings, host: string, now: Date): Promise<WireMail> {
  if (!isMailAddress(mail.to.address)) {
    throw new MailFault(
      'recipient_invalid',
      'recipient',
      sentence('fault.mail_no_address', { recipient: plainLabel(mail.to.address, 100) }),
    );
  }
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const node = new MailComposer({
    from: { address: server.senderAddress, name: plainLabel(server.senderName, LONGEST_NAME) },
    to: { address: mail.to.address, name: plainLabel(mail.to.name ?? '', LONGEST_NAME) },
    subject: plainSentence(mail.subject, LONGEST_SUBJECT),
    text: mail.text,
    html: mail.html,
    attachments: (mail.pictures ?? []).map(({ cid, contentType, bytes }) => ({
      cid,
      contentType,
      content: bytes,
      contentDisposition: 'inline',
      filename: false,
    })),
    date: now,
    messageId: messageId(mail, host),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeader(mail.unsubscribe) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = node.getEnvelope();
  const [recipient] = to;
  if (!from || recipient === undefined || to.length !== 1) {
    throw new MailFault('recipient_invalid', 'recipient', sentence('fault.mail_several_addresses'));
  }
  return { from, to: recipient, bytes: await node.build() };
}
