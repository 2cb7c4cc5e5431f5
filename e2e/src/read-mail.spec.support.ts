/** A mail as its reader sees it. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
const unbased = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** A header on one line, its encoded words decoded (RFC 2047). */
function headerOf(head: string, name: string): string {
  const [, value = ''] = new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head) ?? [];
  return value
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/(\?=) (?==\?)/g, '$1')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_all, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? unbased(text) : unquoted(text.replaceAll('_', ' ')),
    );
}

/** Reads what a mail server received. */
export function readMail(raw: string): ReadMail {
  const parts = raw.split(/^--[^\r\n]+$/m).map((part) => {
    const [head = '', ...rest] = part.trimStart().split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    const encoding = headerOf(head, 'content-transfer-encoding').toLowerCase();
    const decode = { base64: unbased, 'quoted-printable': unquoted }[encoding];
    return { type: headerOf(head, 'content-type'), body: decode ? decode(body) : body };
  });
  const bodyOf = (type: string): string => parts.find((part) => part.type.startsWith(type))?.body ?? '';
  return { subject: headerOf(raw.split('\r\n\r\n', 1)[0] ?? '', 'subject'), text: bodyOf('text/plain'), html: bodyOf('text/html') };
}
