/** Image types that are stored and served, recognized by their bytes. */
export const IMAGE_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
} as const;

export type ImageType = keyof typeof IMAGE_TYPES;

function startsWith(bytes: Uint8Array, text: string, offset = 0): boolean {
  return Buffer.from(bytes.subarray(offset, offset + text.length)).toString('latin1') === text;
}

/** The real type of an image; `undefined` for anything else, including SVG, which can contain scripts. */
export function sniffImage(bytes: Uint8Array): ImageType | undefined {
  if (bytes.length < 16) return undefined;
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  return undefined;
}
