import { createHash, timingSafeEqual } from 'node:crypto';

/** Subresource integrity, as npm writes it: `sha512-…`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

function matches(bytes: Uint8Array, algorithm: string, expected: Buffer): boolean {
  const actual = createHash(algorithm).update(bytes).digest();
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * Checks bytes against the registry's hashes. Only the strongest of several hashes counts.
 *
 * @param shasum SHA-1 in hex, for old packages
 * @returns false also if there is nothing to check against
 */
export function hasIntegrity(bytes: Uint8Array, integrity: string | undefined, shasum?: string): boolean {
  const hashes = (integrity ?? '').split(/\s+/).filter((hash) => hash !== '');
  for (const algorithm of ['sha512', 'sha384', 'sha256', 'sha1']) {
    const candidates = hashes.filter((hash) => hash.startsWith(`${algorithm}-`));
    if (candidates.length === 0) continue;
    return candidates.some((hash) =>
      matches(bytes, algorithm, Buffer.from(hash.slice(algorithm.length + 1).split('?')[0] ?? '', 'base64')),
    );
  }
  return shasum !== undefined && /^[0-9a-f]{40}$/i.test(shasum) && matches(bytes, 'sha1', Buffer.from(shasum, 'hex'));
}
