const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const DISC = /(?:^|[\s_\-.([])(?:cd|dis[ck]|disque|cassette|tape)[\s_\-.#]*0*(\d{1,4})(?=$|[\s_\-.)\]])/i;

/** The disc a folder name speaks of (`CD1`, `Disc 10`, `Title (Disk 03)`), `undefined` when it speaks of none. */
export function discNumber(folder: string): number | undefined {
  const match = DISC.exec(folder);
  return match ? Number(match[1]) : undefined;
}

function compareNames(a: string, b: string): number {
  // The collator calls `a` and `A`, or `1` and `01`, equal; the code units decide then, so the order is total.
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Orders relative paths as a listener would: numbers by value, `CD2` and `Disc 3` before `Disc 10`, files of a folder
 * before its sub-folders.
 */
export function compareNaturally(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const isLeftFile = index === left.length - 1;
    const isRightFile = index === right.length - 1;
    if (isLeftFile !== isRightFile) return isLeftFile ? -1 : 1;
    const [l = '', r = ''] = [left[index], right[index]];
    const discs = isLeftFile ? [] : [discNumber(l), discNumber(r)];
    const byDisc = discs[0] !== undefined && discs[1] !== undefined ? discs[0] - discs[1] : 0;
    const order = byDisc || compareNames(l, r);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
