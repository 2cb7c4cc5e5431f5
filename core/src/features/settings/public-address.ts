/** The address at which people outside reach a path of this server. The public address of the settings has its base path, and may end with a slash. */
export function publicAddress(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/(?<!\/)\/+$/, '')}${path}`;
}
