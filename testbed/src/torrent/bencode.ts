/** The result of {@link decodeBencode}: byte strings as buffers, dictionaries as maps keyed by latin1 strings. */
export type Bencoded = number | Buffer | Bencoded[] | Map<string, Bencoded>;

/** The input of {@link encodeBencode}. Members that are `undefined` are left out. */
export type BencodeInput =
  | number
  | string
  | Buffer
  | readonly BencodeInput[]
  | ReadonlyMap<string, BencodeInput | undefined>
  | { readonly [key: string]: BencodeInput | undefined };

function entriesOf(value: object): [string, BencodeInput][] {
  const all = value instanceof Map ? [...(value as Map<string, BencodeInput | undefined>)] : Object.entries(value);
  const present = all.filter((entry): entry is [string, BencodeInput] => entry[1] !== undefined);
  // BEP 3: keys are sorted as raw bytes.
  return present.sort(([a], [b]) => Buffer.compare(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1')));
}

function put(value: BencodeInput, out: Buffer[]): void {
  if (Buffer.isBuffer(value)) out.push(Buffer.from(`${value.length}:`), value);
  else if (typeof value === 'string') put(Buffer.from(value, 'utf8'), out);
  else if (typeof value === 'number') out.push(Buffer.from(`i${value}e`));
  else if (Array.isArray(value)) {
    out.push(Buffer.from('l'));
    for (const item of value as BencodeInput[]) put(item, out);
    out.push(Buffer.from('e'));
  } else {
    out.push(Buffer.from('d'));
    for (const [key, item] of entriesOf(value)) {
      put(Buffer.from(key, 'latin1'), out);
      put(item, out);
    }
    out.push(Buffer.from('e'));
  }
}

export function encodeBencode(value: BencodeInput): Buffer {
  const out: Buffer[] = [];
  put(value, out);
  return Buffer.concat(out);
}

const END = 0x65;

class Reader {
  private pos = 0;
  constructor(private readonly bytes: Buffer) {}

  whole(): Bencoded {
    const value = this.take();
    if (this.pos !== this.bytes.length) throw new Error('trailing bytes after a bencoded value');
    return value;
  }

  private take(): Bencoded {
    const kind = String.fromCharCode(this.bytes[this.pos] ?? 0);
    if (kind === 'i') return this.takeNumber();
    if (kind === 'l') return this.takeList();
    if (kind === 'd') return this.takeDictionary();
    if (kind >= '0' && kind <= '9') return this.takeString();
    throw new Error(`bad bencode at byte ${this.pos}`);
  }

  private until(mark: number): string {
    const end = this.bytes.indexOf(mark, this.pos);
    if (end < 0) throw new Error('bencode ends early');
    const text = this.bytes.toString('latin1', this.pos, end);
    this.pos = end + 1;
    return text;
  }

  private takeNumber(): number {
    this.pos += 1;
    return Number(this.until(END));
  }

  private takeString(): Buffer {
    const length = Number(this.until(0x3a));
    const start = this.pos;
    if (start + length > this.bytes.length) throw new Error('a bencode string runs past the end');
    this.pos = start + length;
    return this.bytes.subarray(start, start + length);
  }

  private takeList(): Bencoded[] {
    this.pos += 1;
    const list: Bencoded[] = [];
    while (this.bytes[this.pos] !== END) list.push(this.take());
    this.pos += 1;
    return list;
  }

  private takeDictionary(): Map<string, Bencoded> {
    this.pos += 1;
    const map = new Map<string, Bencoded>();
    while (this.bytes[this.pos] !== END) {
      const key = this.takeString().toString('latin1');
      map.set(key, this.take());
    }
    this.pos += 1;
    return map;
  }
}

/** Throws on anything that is not one complete bencoded value. */
export function decodeBencode(bytes: Uint8Array): Bencoded {
  return new Reader(Buffer.from(bytes)).whole();
}
