/** The first and the last part of a collection such as `1-3`; equal for a single part. */
export interface PartRange {
  readonly from: number;
  readonly to: number;
}

const ONE = /^\d{1,5}(?:\.\d{1,3})?(?![\d.])/;
const SEVERAL = /^(\d{1,5}(?:\.\d{1,3})?)\s*(?:[-–—]|to|&|\+|,)\s*(\d{1,5}(?:\.\d{1,3})?)(?:[\s,&+]+(\d{1,5}(?:\.\d{1,3})?))*/;

/** `3` of `Book 3` and of `3, Dramatized Adaptation`; 1 to 3 of `1-3` and of `1, 2, 3`; `undefined` of what has no number. */
export function rangeOfPart(part: string | undefined): PartRange | undefined {
  const text = (part ?? '')
    .trim()
    .toLowerCase()
    .replace(/^\D+(?=\d)/, '');
  const several = SEVERAL.exec(text);
  if (several) {
    const numbers = [...several[0].matchAll(/\d+(?:\.\d+)?/g)].map(Number);
    return { from: Math.min(...numbers), to: Math.max(...numbers) };
  }
  const one = ONE.exec(text);
  return one ? { from: Number(one[0]), to: Number(one[0]) } : undefined;
}
