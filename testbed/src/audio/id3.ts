/** Tags of a made audio file. Absent ones are not written. */
export interface AudioTags {
  readonly title?: string;
  /** Album artist is the same. */
  readonly author?: string;
  readonly album?: string;
  /** Written as the composer, which is where media servers look for it. */
  readonly narrator?: string;
  readonly asin?: string;
  readonly series?: string;
  readonly seriesPart?: string;
  readonly year?: number;
  readonly track?: number;
  readonly trackCount?: number;
  readonly publisher?: string;
  readonly language?: string;
  readonly genre?: string;
  readonly cover?: { readonly type: 'image/jpeg' | 'image/png'; readonly bytes: Uint8Array };
}

const UTF16_WITH_MARK = Buffer.from([1]);

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}

function frame(id: string, body: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write(id, 'latin1');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

function textFrame(id: string, text: string | number | undefined): Buffer[] {
  return text === undefined ? [] : [frame(id, Buffer.concat([UTF16_WITH_MARK, utf16(String(text))]))];
}

function userTextFrame(name: string, text: string | undefined): Buffer[] {
  if (text === undefined) return [];
  return [frame('TXXX', Buffer.concat([UTF16_WITH_MARK, utf16(name), Buffer.from([0, 0]), utf16(text)]))];
}

function pictureFrame(cover: AudioTags['cover']): Buffer[] {
  if (!cover) return [];
  const frontCover = 3;
  const head = Buffer.concat([Buffer.from([0]), Buffer.from(`${cover.type}\0`, 'latin1'), Buffer.from([frontCover, 0])]);
  return [frame('APIC', Buffer.concat([head, cover.bytes]))];
}

/** Seven bits a byte. */
function syncSafe(value: number): Buffer {
  return Buffer.from([(value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f]);
}

/** An ID3v2.3 tag with UTF-16 texts: https://id3.org/id3v2.3.0 */
export function makeId3(tags: AudioTags): Buffer {
  const track = tags.track === undefined ? undefined : tags.trackCount === undefined ? tags.track : `${tags.track}/${tags.trackCount}`;
  const frames = Buffer.concat([
    ...textFrame('TIT2', tags.title),
    ...textFrame('TPE1', tags.author),
    ...textFrame('TPE2', tags.author),
    ...textFrame('TALB', tags.album),
    ...textFrame('TCOM', tags.narrator),
    ...textFrame('TYER', tags.year),
    ...textFrame('TRCK', track),
    ...textFrame('TPUB', tags.publisher),
    ...textFrame('TLAN', tags.language),
    ...textFrame('TCON', tags.genre),
    ...userTextFrame('ASIN', tags.asin),
    ...userTextFrame('SERIES', tags.series),
    ...userTextFrame('SERIES-PART', tags.seriesPart),
    ...pictureFrame(tags.cover),
  ]);
  if (frames.length === 0) return Buffer.alloc(0);
  return Buffer.concat([Buffer.from('ID3\x03\x00\x00', 'latin1'), syncSafe(frames.length), frames]);
}
