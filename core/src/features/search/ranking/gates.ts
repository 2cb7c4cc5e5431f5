import type { Candidate } from './candidate.js';
import { abridgement, dramatised, language, narrator, wholeBook } from './edition-gates.js';
import type { Gate, GateResult } from './gate.js';
import { author, collection, identity, otherBook, seriesPart, title } from './identity-gates.js';
import { blocklist, fileCount, flagRule, medium, protocol, seeders, size } from './supply-gates.js';
import { forbiddenWord, requiredWord } from './word-gates.js';

const GATES: readonly Gate[] = [
  protocol,
  blocklist,
  forbiddenWord,
  requiredWord,
  title,
  author,
  seriesPart,
  otherBook,
  identity,
  narrator,
  language,
  abridgement,
  dramatised,
  medium,
  wholeBook,
  collection,
  size,
  fileCount,
  seeders,
  flagRule,
];

/** The results of all gates, in a fixed order. */
export function runGates(candidate: Candidate): readonly GateResult[] {
  return GATES.map((gate) => gate(candidate));
}
