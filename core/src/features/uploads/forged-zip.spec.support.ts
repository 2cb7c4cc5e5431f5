import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive that no honest program writes. */
export interface ForgedEntry {
  readonly name: string;
  readonly bytes?: Buffer;
  /** Unix mode. Default: that of a file. */
  readonly mode?: number;
  /** The size that the archive claims. Default: the true one. */
  readonly claims?: number;
  readonly flags?: number;
  /** The check sum that the archive claims. Default: the true one. */
  readonly sum?: number;
  /** The name in front of the content. Default: that of the directory. */
  readonly localName?: string;
}

/** Writes an archive with any names, modes and sizes. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function forgeZip(entries: readonly ForgedEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, bytes = Buffer.from(name), mode = 0o100644, claims, flags = 0x800, sum, localName = name } of entries) {
    const [title, packed, crc] = [Buffer.from(name), deflateRawSync(bytes), sum ?? crc32(bytes)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claims ?? bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      facts,
      Buffer.from(localName.padEnd(name.length).slice(0, name.length)),
      packed,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), facts, rest, title]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
