import { createGiveWay } from '../../../platform/jobs/give-way.js';

/** A bencoded value. Strings are views on the bytes they were read from. */
export type Bencoded = number | Uint8Array | readonly Bencoded[] | ReadonlyMap<string, Bencoded>;

const DEEPEST = 64;
/** A torrent with the most files that are read has fewer; each takes time and memory. */
const MOST_VALUES = 200_000;
const LONGEST_NUMBER = 20;
/** Values that are read between two looks at the clock. */
const STEPS = 200;

const [CODE_D, CODE_E, CODE_I, CODE_L, COLON] = [0x64, 0x65, 0x69, 0x6c, 0x3a];

class Malformed extends Error {}

/** A list or dictionary that has not ended yet. */
interface Open {
  readonly value: Bencoded[] | Map<string, Bencoded>;
  /** The key whose value comes next. */
  key?: string | undefined;
}

/** Reads one value in steps, so that a large one can be left and taken up again. */
class Reader {
  private at = 0;
  private values = 0;
  private readonly open: Open[] = [];
  /** The key of the outermost dictionary whose value is being read, and where that begins. */
  private member: { readonly key: string; readonly start: number } | undefined;
  /** The bytes of each value of the outermost dictionary. */
  readonly members = new Map<string, Uint8Array>();
  /** Names of values of the outermost dictionary that stand there twice, or in which a key stands twice. */
  readonly ambiguous = new Set<string>();
  /** The whole value, once it was read. */
  whole: Bencoded | undefined;

  constructor(private readonly bytes: Buffer) {}

  /** The text up to a byte, which is read as well. */
  private until(code: number): string {
    const end = this.bytes.subarray(this.at, this.at + LONGEST_NUMBER + 1).indexOf(code);
    if (end < 0) throw new Malformed('a number does not end');
    const text = this.bytes.toString('latin1', this.at, this.at + end);
    this.at += end + 1;
    return text;
  }

  private string(): Buffer {
    const digits = this.until(COLON);
    if (!/^\d{1,10}$/.test(digits)) throw new Malformed('a length is no number');
    const end = this.at + Number(digits);
    if (end > this.bytes.length) throw new Malformed('a string runs past the end');
    const view = this.bytes.subarray(this.at, end);
    this.at = end;
    return view;
  }

  private integer(): number {
    this.at += 1;
    const digits = this.until(CODE_E);
    if (!/^-?\d+$/.test(digits)) throw new Malformed('an integer is no number');
    return Number(digits);
  }

  private keep(value: Bencoded): void {
    const into = this.open.at(-1);
    if (!into) this.whole = value;
    else if (Array.isArray(into.value)) into.value.push(value);
    else {
      into.value.set(into.key ?? '', value);
      into.key = undefined;
      if (this.open.length !== 1 || !this.member) return;
      this.members.set(this.member.key, this.bytes.subarray(this.member.start, this.at));
    }
  }

  private readKey(into: Open, members: ReadonlyMap<string, Bencoded>): void {
    const key = this.string().toString('utf8');
    into.key = key;
    if (this.open.length === 1) this.member = { key, start: this.at };
    if (members.has(key)) this.ambiguous.add(this.member?.key ?? '');
  }

  /** Whether nothing follows the value. */
  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** Reads the next value, the beginning or the end of one, or a key. */
  step(): void {
    if (this.at >= this.bytes.length) throw new Malformed('a value does not end');
    const code = this.bytes[this.at];
    const into = this.open.at(-1);
    const isKey = into?.value instanceof Map && into.key === undefined;
    if (code === CODE_E && into && (isKey || Array.isArray(into.value))) {
      this.at += 1;
      this.open.pop();
      return this.keep(into.value);
    }
    if (isKey && into.value instanceof Map) return this.readKey(into, into.value);
    this.values += 1;
    if (this.open.length > DEEPEST || this.values > MOST_VALUES) throw new Malformed('nested too deeply, or too long');
    if (code !== CODE_D && code !== CODE_L) return this.keep(code === CODE_I ? this.integer() : this.string());
    this.at += 1;
    this.open.push({ value: code === CODE_D ? new Map<string, Bencoded>() : [] });
  }
}

async function read(bytes: Uint8Array): Promise<Reader | undefined> {
  const reader = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const giveWay = createGiveWay();
  try {
    while (reader.whole === undefined) {
      for (let steps = 0; steps < STEPS && reader.whole === undefined; steps += 1) reader.step();
      await giveWay();
    }
    return reader;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** A dictionary, and what its bytes tell besides. */
export interface DecodedDictionary {
  readonly value: ReadonlyMap<string, Bencoded>;
  /** The bytes of each of its values as they stand in the file. */
  readonly members: ReadonlyMap<string, Uint8Array>;
  /** Names of its values about which readers may disagree: they stand there twice, or a key stands twice in them. */
  readonly ambiguous: ReadonlySet<string>;
  /** Whether nothing follows it. */
  readonly isAlone: boolean;
}

/**
 * Reads the dictionary with which a file begins. Others have their turn meanwhile.
 *
 * @returns `undefined` for what is no dictionary, malformed, nested too deeply or too long
 */
export async function decodeBencode(bytes: Uint8Array): Promise<DecodedDictionary | undefined> {
  const reader = await read(bytes);
  if (!(reader?.whole instanceof Map)) return undefined;
  return { value: reader.whole, members: reader.members, ambiguous: reader.ambiguous, isAlone: reader.isAtEnd };
}
