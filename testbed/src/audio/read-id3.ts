function decode(body: Buffer): string {
  const text = body.subarray(1);
  if (body[0] !== 1) return text.toString(body[0] === 0 ? 'latin1' : 'utf8');
  const isBigEndian = text[0] === 0xfe;
  const units = Buffer.from(text.subarray(2, text.length - (text.length % 2)));
  return (isBigEndian ? units.swap16() : units).toString('utf16le');
}

/** The plain texts (`TALB`, `TIT2`, …) of an ID3v2.3 tag at the start of a file; none where there is no such tag. */
export function readId3Texts(bytes: Buffer): Readonly<Record<string, string | undefined>> {
  const texts: Record<string, string> = {};
  if (bytes.length < 10 || bytes.toString('latin1', 0, 4) !== 'ID3\x03') return texts;
  const end = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0) + 10;
  for (let at = 10; at + 10 < Math.min(end, bytes.length);) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32BE(at + 4);
    if (!/^[A-Z0-9]{4}$/.test(id) || size === 0) break;
    if (id.startsWith('T') && id !== 'TXXX') {
      const text = decode(bytes.subarray(at + 10, at + 10 + size))
        .replace(/\0+$/, '')
        .trim();
      if (text !== '') texts[id] = text;
    }
    at += 10 + size;
  }
  return texts;
}
