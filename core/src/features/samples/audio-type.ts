/** Audio that browsers play, recognized by its bytes, because what a service says of it may be wrong. */
const TYPES: readonly { readonly type: string; readonly is: (bytes: Buffer) => boolean }[] = [
  // an ID3 tag, or the first eleven bits of a frame
  { type: 'audio/mpeg', is: (bytes) => startsWith(bytes, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2) },
  { type: 'audio/mp4', is: (bytes) => startsWith(bytes, 'ftyp', 4) },
  { type: 'audio/aac', is: (bytes) => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0 },
  { type: 'audio/ogg', is: (bytes) => startsWith(bytes, 'OggS') },
  { type: 'audio/wav', is: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8) },
];

function startsWith(bytes: Buffer, text: string, offset = 0): boolean {
  return bytes.toString('latin1', offset, offset + text.length) === text;
}

/** The media type of audio; `undefined` for anything else. */
export function sniffAudio(bytes: Buffer): string | undefined {
  return bytes.length < 16 ? undefined : TYPES.find(({ is }) => is(bytes))?.type;
}
