/** The placeholder for a missing cover: the same book always gets the same art. */
export interface CoverArt {
  ground: string;
  shape: string;
  text: string;
  pattern: 'sun' | 'hills' | 'bars' | 'arch' | 'leaves';
  /** 0 to 1, moves the pattern a little. */
  offset: number;
}

const PALETTES: readonly [ground: string, shape: string, text: string][] = [
  ['#1f2a44', '#e2a23b', '#f6efe0'],
  ['#7a2e2a', '#e8b98a', '#fbf1e4'],
  ['#2f4a3d', '#c9b458', '#f3f0df'],
  ['#e9dcc3', '#b5532f', '#2b2320'],
  ['#3c2f52', '#d98f6a', '#f5ecf0'],
  ['#d9e0dc', '#2f5d62', '#1d2b2c'],
  ['#4a3424', '#d7a86e', '#f7eede'],
  ['#f0d9a8', '#34435e', '#20283a'],
  ['#21404d', '#8fc0b5', '#eef5f1'],
];
const PATTERNS: readonly CoverArt['pattern'][] = ['sun', 'hills', 'bars', 'arch', 'leaves'];

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) {
    value ^= char.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}

export function coverArtOf(title: string, author: string): CoverArt {
  // One author's books share a palette, as a publisher's series would.
  const [ground, shape, text] = PALETTES[hash(author || title) % PALETTES.length] ?? ['#1f2a44', '#e2a23b', '#f6efe0'];
  const seed = hash(title);
  return { ground, shape, text, pattern: PATTERNS[seed % PATTERNS.length] ?? 'sun', offset: ((seed >>> 8) % 100) / 100 };
}
