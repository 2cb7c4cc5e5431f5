import { basename, extname } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import { isTrue, readJson } from '../../platform/db/index.js';
import { durationOf } from '../catalog/index.js';
import type { KeptBook, TakenEvidence, TakenRow } from './entities.js';
import { guessFolder, readNames, type LookupCatalog } from './guess-folder.js';
import { asinsOf, type Confidence } from './judge-folder.js';
import { readUnit, type ReadDeps } from './read-folder.js';
import type { FoundBook } from './take-in-store.js';

export interface ReadTakenDeps extends ReadDeps {
  readonly catalog: LookupCatalog;
}

/** What came of reading a row. */
export type TakenReading =
  | { readonly kind: 'gone' }
  | { readonly kind: 'several'; readonly found: readonly FoundBook[] }
  | { readonly kind: 'book'; readonly confidence: Confidence; readonly evidence: TakenEvidence };

/** A book of the catalogue as rows keep it. */
export function keep(book: CatalogBook): KeptBook {
  const minutes = durationOf(book);
  return {
    asin: book.asin,
    title: book.title,
    authors: book.authors.map(({ name }) => name).slice(0, 5),
    narrators: book.narrators.slice(0, 5),
    ...(minutes === undefined ? {} : { minutes }),
  };
}

/**
 * Reads the files of a row and asks the catalogue which book they are.
 *
 * @throws CatalogueSilent
 */
export async function readTaken(deps: ReadTakenDeps, row: TakenRow): Promise<TakenReading> {
  const stored = readJson<readonly string[]>(row.names);
  const files = row.files === null ? null : readJson<readonly string[]>(row.files);
  const looked = await readUnit(deps, { path: row.path, files }, stored.length === 0 ? [basename(row.path)] : stored, isTrue(row.isMixed));
  if (looked.kind === 'gone') return { kind: 'gone' };
  if (looked.kind === 'several') {
    const found = looked.units.map((unit) => {
      const name = basename(unit.path, extname(unit.path));
      return { ...unit, names: unit.files === null ? [...stored, name] : stored, isMixed: false };
    });
    return { kind: 'several', found };
  }
  const { facts, ...read } = looked.read;
  const guess = await guessFolder(deps.catalog, facts, deps.signal);
  return {
    kind: 'book',
    confidence: guess?.confidence ?? 'unknown',
    evidence: {
      reading: readNames(facts),
      tags: facts.tags,
      asins: asinsOf(facts),
      ...(facts.durationSeconds === undefined ? {} : { seconds: facts.durationSeconds }),
      ...read,
      lengthFit: guess?.lengthFit ?? 'unknown',
      signs: (guess?.signs ?? []).slice(0, 20),
      ...(guess ? { book: keep(guess.book) } : {}),
      ...(guess?.runnerUp ? { runnerUp: keep(guess.runnerUp) } : {}),
    },
  };
}
