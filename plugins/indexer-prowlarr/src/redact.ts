import { createHash } from 'node:crypto';

const SECRET_PARAMETERS = /[?&;/](apikey|api_key|passkey|pass_key|authkey|torrent_pass|rsskey|rss_key|token|key|r|secret|link)=/i;

/** A page for people, or `undefined` if the address is not http(s) or contains anything like a key. */
export function safePage(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\//i.test(url) && !SECRET_PARAMETERS.test(url) && !/\/\/[^/]*@/.test(url) ? url : undefined;
}

/** The guid itself, or a stable digest of it if it is an address that contains anything like a key. */
export function safeGuid(guid: string): string {
  return SECRET_PARAMETERS.test(guid) && !guid.startsWith('magnet:') ? `sha256:${createHash('sha256').update(guid).digest('hex')}` : guid;
}

/** A remote message fit for an admin: on one line, of limited length, without addresses, because they may contain keys. */
export function safeSentence(text: string): string {
  return text
    .replace(/(https?|magnet):\S+/gi, '(address)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}
