/**
 * What identifies one of Prowlarr's download links, without the key. The address Prowlarr prints in front of it is that
 * of whoever asked, often unusable behind a proxy, so it is dropped and the configured one is used.
 */
export interface ProxyLink {
  readonly indexerId: number;
  /** The upstream link as encrypted by Prowlarr. */
  readonly link: string;
  /** The title Prowlarr names the file after; it refuses links without. */
  readonly file: string;
}

/**
 * Takes apart `{scheme}://{host}{urlBase}/{indexerId}/download?apikey=…&link=…&file=…`.
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
