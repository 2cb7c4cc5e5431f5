/**
 * The identity of one of Prowlarr's download links, without the key. Prowlarr prefixes it with the address the client
 * used, which is often unusable behind a proxy, so the configured one is used instead.
 */
export interface ProxyLink {
  readonly indexerId: number;
  /** The upstream link, encrypted by Prowlarr. */
  readonly link: string;
  /** The title Prowlarr names the file after. It refuses links without one. */
  readonly file: string;
}

/**
 * Parses `{scheme}://{host}{urlBase}/{indexerId}/download?apikey=…&link=…&file=…`.
 *
 * @returns `undefined` for anything else
 */
export function parseProxyLink(url: string): ProxyLink | undefined {
  // The authority can come out as `host:` or empty behind a reverse proxy; it is not used.
  const match = /^https?:\/\/[^/?#]*(\/[^?#]*)?\?([^#]*)/i.exec(url);
  if (!match) return undefined;
  const id = /\/(\d+)\/download\/?$/.exec(match[1] ?? '')?.[1];
  const query = new URLSearchParams(match[2]);
  const link = query.get('link');
  const file = query.get('file');
  return id !== undefined && link && file ? { indexerId: Number(id), link, file } : undefined;
}
