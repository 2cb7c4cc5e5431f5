import { expect } from 'chai';
import { chunkBytes } from './container-bytes.js';
import { flacBytes } from './flac-bytes.js';
import { mp4Bytes } from './mp4-bytes.js';
import { oggBytes } from './ogg-bytes.js';
import type { FileBytes } from './open-bytes.js';

/** A file of `head`, followed by zeros up to `size`, that counts what is read of it. */
function fileOf(head: Buffer, size = head.length): FileBytes & { readonly read: FileBytes['read']; asked(): number } {
  let asked = 0;
  return {
    size,
    asked: () => asked,
    async read(at, length) {
      if (at < 0) throw new Error(`read at ${at}`);
      const part = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      head.copy(part, 0, at, Math.min(head.length, at + part.length));
      asked += part.length;
      return part;
    },
  };
}

function oggPage(stream: number): Buffer {
  const page = Buffer.alloc(27);
  page.write('OggS', 'latin1');
  page.writeUInt32LE(stream, 14);
  return page;
}

/** @param length what the atom says of itself; default: what it is */
function atom(type: string, content: Buffer, length = content.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
}

/** https://www.rfc-editor.org/rfc/rfc9639#name-frame-header-crc */
function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80) !== 0 ? ((crc << 1) ^ 7) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
}

/** The header of a frame of 4096 samples, by its number, and some sound. */
function frame(number: number): Buffer {
  const head = Buffer.from([0xff, 0xf8, 0xc9, 0x18, number]);
  return Buffer.concat([head, Buffer.from([crc8(head)]), Buffer.alloc(100, 0x11)]);
}

function flac(frames: number, rest: readonly Buffer[]): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  info.writeUInt32BE(frames * 4096, 14);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, ...rest]);
}

describe('bytes that mean harm, or only look like something', () => {
  it('are not remembered stream by stream in an Ogg', async () => {
    const file = fileOf(Buffer.concat(Array.from({ length: 10_000 }, (_, n) => oggPage(n))));

    expect(await oggBytes(file)).to.deep.equal({ is: 'unsure' });
    expect(file.asked()).to.be.below(100 * 300);
  });

  it('are read once, however many entries the tables of an MP4 name, and however long these say they are', async () => {
    const sound = atom('hdlr', Buffer.concat([numbers(0, 0), Buffer.from('soun'), Buffer.alloc(12)]));
    const stbl = atom(
      'stbl',
      Buffer.concat([
        atom('stsc', numbers(0, 0xffffffff, 1, 1, 1)),
        atom('stsz', numbers(0, 0, 0xffffffff, 1)),
        atom('stco', numbers(0, 0xffffffff, 1), 0xfffffff0),
      ]),
    );
    const track = atom('trak', atom('mdia', Buffer.concat([sound, atom('minf', stbl)])));
    const moov = atom('moov', Buffer.concat(Array.from({ length: 64 }, () => track)));
    const file = fileOf(Buffer.concat([moov, atom('mdat', Buffer.alloc(8), 1_000_000_000 - moov.length)]), 1_000_000_000);

    await mp4Bytes(file);

    expect(file.asked()).to.be.below(1_000_000);
  });

  it('name no place in front of an MP4', async () => {
    const sound = atom('hdlr', Buffer.concat([numbers(0, 0), Buffer.from('soun'), Buffer.alloc(12)]));
    const empty = [atom('stsc', numbers(0, 0)), atom('stsz', numbers(0, 0xffffffff, 1)), atom('stco', numbers(0, 1, 1))];
    const stbl = atom('stbl', Buffer.concat(empty));
    const moov = atom('moov', atom('trak', atom('mdia', Buffer.concat([sound, atom('minf', stbl)]))));

    expect(await mp4Bytes(fileOf(Buffer.concat([moov, atom('mdat', Buffer.alloc(8))])))).to.deep.equal({ is: 'whole' });
  });

  it('are no early frame in the sound of a whole FLAC', async () => {
    const frames = Array.from({ length: 50 }, (_, n) => frame(n));
    const whole = fileOf(flac(50, [...frames, frame(3)]));
    const cut = fileOf(flac(50, frames.slice(0, 20)));

    expect(await flacBytes(whole, 0)).to.deep.equal({ is: 'whole' });
    expect(await flacBytes(cut, 0)).to.deep.equal({ is: 'cut_off' });
  });

  it('are the length that a WAV states, unless only a writer who knew none would state it', async () => {
    const wav = (length: number, name = 'RIFF', before = Buffer.alloc(0)) => {
      const head = Buffer.concat([Buffer.from(`${name}    WAVE`), before, Buffer.from('data    ')]);
      head.writeUInt32LE(length, head.length - 4);
      return head;
    };
    const long = Buffer.concat([Buffer.from('ds64'), Buffer.alloc(32)]);
    long.writeUInt32LE(28, 4);
    long.writeBigUInt64LE(5_000_000_000n, 16);

    expect(await chunkBytes(fileOf(wav(2_000_000_000), 1_000_000_000))).to.deep.equal({ is: 'cut_off' });
    expect(await chunkBytes(fileOf(wav(0x7ffff000), 1_000_000_000))).to.deep.equal({ is: 'unsure' });
    expect(await chunkBytes(fileOf(wav(3_000_000_000), 2_900_000_000))).to.deep.equal({ is: 'cut_off' });
    expect(await chunkBytes(fileOf(wav(3_000_000_000), 3_000_000_020))).to.deep.equal({ is: 'whole' });
    expect(await chunkBytes(fileOf(wav(0xffffffff, 'RF64', long), 4_900_000_000))).to.deep.equal({ is: 'cut_off' });
    expect(await chunkBytes(fileOf(wav(0xffffffff, 'RF64', long), 5_000_000_056))).to.deep.equal({ is: 'whole' });
  });
});
