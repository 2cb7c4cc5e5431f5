import { createHash } from 'node:crypto';
import type { PluginSentence, PluginSentenceValue, Remark } from '@lectern/plugin-api';

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

function safeValue(value: PluginSentenceValue): PluginSentenceValue {
  if (typeof value === 'string') return safeSentence(value);
  if (Array.isArray(value)) return value.map(safeSentence);
  return typeof value === 'object' && 'key' in value ? withSafeValues(value) : value;
}

function withSafeValues<S extends PluginSentence>(sentence: S): S {
  const values = Object.entries(sentence.values ?? {}).map(([name, value]) => [name, safeValue(value)] as const);
  return values.length === 0 ? sentence : { ...sentence, values: Object.fromEntries(values) };
}

/** The same for what may be a sentence, whose values may hold what was said remotely. */
export function safeRemark(remark: Remark): Remark {
  return typeof remark === 'string' ? safeSentence(remark) : { ...withSafeValues(remark), text: safeSentence(remark.text) };
}
