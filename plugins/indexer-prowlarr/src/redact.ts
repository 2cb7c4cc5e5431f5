import { createHash } from 'node:crypto';

const SECRET_PARAMETERS = /[?&;/](apikey|api_key|passkey|pass_key|authkey|torrent_pass|rsskey|rss_key|token|key|r|secret|link)=/i;

/** A page for people, or `undefined` when the address is not http(s) or carries what looks like a key. */
export function safePage(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\//i.test(url) && !SECRET_PARAMETERS.test(url) && !/\/\/[^/]*@/.test(url) ? url : undefined;
}

/** The guid itself, or a stable digest of it when it is an address that carries what looks like a key. */
export function safeGuid(guid: string): string {
  return SECRET_PARAMETERS.test(guid) && !guid.startsWith('magnet:') ? `sha256:${createHash('sha256').update(guid).digest('hex')}` : guid;
}

/** A remote sentence fit for an admin: addresses (they may carry keys) removed, one line, bounded. */
export function safeSentence(text: string): string {
  return text
    .replace(/(https?|magnet):\S+/gi, '(address)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}
