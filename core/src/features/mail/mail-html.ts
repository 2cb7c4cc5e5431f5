import { languageOf } from '@lectern/messages';
import type { NotificationMessage, NotificationSeverity } from '@lectern/plugin-api';
import { sentence, type Say, type SpokenTag } from '../../platform/words/index.js';

/** A message whose texts are single lines, and whose links are http(s) addresses as the parser writes them. */
export type ShownMessage = Pick<NotificationMessage, 'title' | 'lines' | 'fields' | 'links' | 'severity'>;

interface HtmlOptions {
  readonly coverCid?: string;
  readonly unsubscribe?: string;
  /** The language that it is written in. */
  readonly language: SpokenTag;
  /** Says our own words at the end. */
  readonly say: Say;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const WRAP = 'word-break:break-word;overflow-wrap:anywhere';
const ACCENTS: Readonly<Record<NotificationSeverity, string>> = {
  info: '#2b6cb0',
  success: '#2f7d4f',
  warning: '#975a16',
  error: '#c53030',
};

/** For programs that know dark mode; others show the light colours, which stand with each element. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#17191c!important}
.card{background:#212429!important;border-left-color:#363b42!important;border-right-color:#363b42!important;border-bottom-color:#363b42!important}
.strong{color:#f1f3f5!important}
.plain{color:#d5d9de!important}
.dim{color:#a3abb5!important}
.link{color:#8ab8f0!important}
}`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}

/** A text of others: its direction is its own, and ends with it. */
function others(text: string): string {
  return `<bdi dir="auto">${escape(text)}</bdi>`;
}

function table(rows: string, style = ''): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${style ? ` style="${style}"` : ''}>${rows}</table>`;
}

function fieldRows(fields: ShownMessage['fields']): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, value }) =>
      `<tr><td class="dim" valign="top" width="32%" style="${FONT};${WRAP};font-size:14px;line-height:20px;color:#5c6670;padding:4px 12px 4px 0">${others(name)}</td>` +
      `<td class="plain" valign="top" style="${FONT};${WRAP};font-size:14px;line-height:20px;color:#2b3138;padding:4px 0">${others(value)}</td></tr>`,
  );
  return table(rows.join(''), 'table-layout:fixed;margin:16px 0 0');
}

function linkParts([first, ...more]: ShownMessage['links'], accent: string): string {
  if (!first) return '';
  const button =
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0"><tr><td bgcolor="${accent}" style="border-radius:6px;background:${accent}">` +
    `<a href="${escape(first.url)}" style="${FONT};display:inline-block;padding:11px 20px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${others(first.title)}</a></td></tr></table>`;
  const rest = more.map(
    ({ title, url }) =>
      `<p style="${FONT};${WRAP};margin:12px 0 0;font-size:14px;line-height:20px"><a class="link" href="${escape(url)}" style="color:#2b6cb0">${others(title)}</a></p>`,
  );
  return button + rest.join('');
}

function footer(unsubscribe: string | undefined, say: Say): string {
  const choose =
    unsubscribe === undefined
      ? ''
      : ` <a class="link" href="${escape(unsubscribe)}" style="color:#2b6cb0">${others(say(sentence('notice_mail.choose')))}</a>`;
  return `<p class="dim" style="${FONT};margin:0;font-size:13px;line-height:18px;color:#5c6670">${others(say(sentence('notice_mail.sent_by')))}${choose}</p>`;
}

/**
 * The HTML part: tables and styles of their own with each element, at most 600 px wide, for programs that know little else. It has no script and
 * loads nothing.
 */
export function mailHtml(
  { title, lines, fields, links, severity }: ShownMessage,
  { coverCid, unsubscribe, language, say }: HtmlOptions,
): string {
  const { tag, direction } = languageOf(language);
  const accent = ACCENTS[severity];
  const words =
    `<h1 class="strong" style="${FONT};${WRAP};margin:0;font-size:20px;line-height:27px;font-weight:700;color:#16191d">${others(title)}</h1>` +
    lines
      .map(
        (line) =>
          `<p class="plain" style="${FONT};${WRAP};margin:10px 0 0;font-size:15px;line-height:22px;color:#2b3138">${others(line)}</p>`,
      )
      .join('');
  const cover =
    coverCid === undefined
      ? ''
      : `<td valign="top" width="112"><img src="cid:${coverCid}" width="96" alt="" style="display:block;width:96px;height:auto;border:0;border-radius:4px"></td>`;
  const body =
    table(`<tr>${cover}<td valign="top">${words}</td></tr>`, 'table-layout:fixed') + fieldRows(fields) + linkParts(links, accent);
  return (
    `<!DOCTYPE html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escape(title)}</title><style>${STYLE}</style></head>` +
    `<body class="page" dir="${direction}" style="margin:0;padding:0;background:#f3f4f6">` +
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f4f6" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">` +
    `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed">` +
    `<tr><td class="card" bgcolor="#ffffff" style="background:#ffffff;border:1px solid #dfe3e8;border-top:4px solid ${accent};border-radius:8px;padding:24px">${body}</td></tr>` +
    `<tr><td align="${direction === 'rtl' ? 'right' : 'left'}" style="padding:16px 4px">${footer(unsubscribe, say)}</td></tr>` +
    `</table></td></tr></table></body></html>`
  );
}
