import type { ProbedFile } from '../../../files/checking/verify.js';
import { hasNumber } from '../../../files/reading/natural-order.js';

/** The order that tags state, as far as it counts against the order of the names. */
export type TagOrder =
  /** They state none, or the same. */
  | { readonly kind: 'agrees' }
  /** They state one where the names have no numbers: positions of the files, in the order of the tags. */
  | { readonly kind: 'decides'; readonly order: readonly number[] }
  /** The first file whose place differs, with its places by name and by tags, from 1. */
  | { readonly kind: 'contradicts'; readonly file: string; readonly named: number; readonly tagged: number };

interface Place {
  readonly disc: number;
  readonly track: number;
}

/** `3`, `03/12`, `3 of 12`. */
function numberOf(text: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,5})(?:\s?(?:\/|of\b).*)?$/i.exec(text?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The place that a file's tags state; a file without a disc number is on the first disc. */
function placeOf(file: ProbedFile): Place | undefined {
  if (!('info' in file)) return undefined;
  const track = numberOf(file.info.tags.track);
  return track === undefined ? undefined : { disc: numberOf(file.info.tags.disc) ?? 1, track };
}

/** Whether numbers follow one another without a gap. */
function areSequential(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
}

/** Whether every file has a place of its own, and no place is left out. */
function isFullOrder(sorted: readonly Place[]): boolean {
  const discs = [...new Set(sorted.map(({ disc }) => disc))];
  const tracks = discs.map((number) => sorted.filter(({ disc }) => disc === number).map(({ track }) => track));
  // tracks begin anew on each disc, or are counted through
  return areSequential(discs) && (tracks.every(areSequential) || areSequential(tracks.flat()));
}

/**
 * Compares the disc and track numbers of tags with the order of the files. Only a full order counts: every file has a place of its own and
 * none is missing. Tracks that begin anew in each folder without a disc number state none.
 *
 * @param files in the order of their names
 */
export function compareTagOrder(files: readonly ProbedFile[]): TagOrder {
  const places = files.map(placeOf);
  const agrees: TagOrder = { kind: 'agrees' };
  if (files.length < 2 || !places.every((place) => place !== undefined)) return agrees;
  const at = (index: number): Place => places[index] ?? { disc: 0, track: 0 };
  const order = places.map((_, index) => index).sort((a, b) => at(a).disc - at(b).disc || at(a).track - at(b).track);
  if (!isFullOrder(order.map(at))) return agrees;
  const first = order.findIndex((position, index) => position !== index);
  if (first < 0) return agrees;
  // without a number somewhere, the order of the names is only that of the alphabet
  if (!files.every(({ name }) => hasNumber(name))) return { kind: 'decides', order };
  return { kind: 'contradicts', file: files[first]?.name ?? '', named: first + 1, tagged: order.indexOf(first) + 1 };
}
