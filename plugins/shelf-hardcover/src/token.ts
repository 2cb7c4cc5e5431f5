/** The token itself: the site's copy button may put the word "Bearer" in front of it. */
export function bareToken(text: string): string {
  return text
    .trim()
    .replace(/^bearer\s+/i, '')
    .trim();
}

/**
 * The expiry of an older token, which is a JSON web token. Newer ones do not contain it.
 *
 * @returns milliseconds since the epoch
 */
export function expiryOf(token: string): number | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof claims.exp === 'number' ? claims.exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
