declare global {
  /** The path of the server, as `public/boot.js` finds it: `/`, or one such as `/lectern/`. */
  var lecternBase: string | undefined;
}

/** The path below which the server is reached: empty, or one such as `/lectern`. */
export const BASE_PATH = (globalThis.lecternBase ?? '/').slice(0, -1);

/** Where the browser finds one of the server's own paths; other addresses stay as they are. */
export function withBase(address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? `${BASE_PATH}${address}` : address;
}

/** A name of this server alone in what the browser shares by host, such as storage and locks: another Lectern may be below another path. */
export function nameHere(name: string): string {
  return `${name}${BASE_PATH}`;
}

/** One of the server's own paths, without what the browser has before it. */
export function withoutBase(path: string): string {
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
}
