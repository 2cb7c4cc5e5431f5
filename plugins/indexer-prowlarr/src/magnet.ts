const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32ToHex(text: string): string {
  let bits = '';
  for (const char of text.toUpperCase()) bits += BASE32.indexOf(char).toString(2).padStart(5, '0');
  return (bits.match(/.{4}/g) ?? []).map((nibble) => Number.parseInt(nibble, 2).toString(16)).join('');
}

/** @returns 40 lower-case hex digits, or `undefined` if the text is not a v1 info hash */
export function normalizeInfoHash(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  return /^[a-z2-7]{32}$/i.test(text) ? base32ToHex(text) : undefined;
}

/** @returns the v1 info hash in a magnet link, 40 lower-case hex digits */
export function magnetInfoHash(uri: string): string | undefined {
  return normalizeInfoHash(/[?&]xt=urn:btih:([0-9a-z]+)/i.exec(uri)?.[1]);
}

/** A magnet link with only a hash and a name, which finds peers only through DHT. */
export function magnetOf(infoHash: string, name: string): string {
  return `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(name)}`;
}
