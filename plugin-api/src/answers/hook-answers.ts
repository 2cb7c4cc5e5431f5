import type { HookName, VetoResults } from '../hooks.js';
import type { HOOK_KINDS } from '../hooks.js';
import { shelfBook } from './answer-shapes.js';
import { anyText, listOf, object, prose, text } from './shape-parts.js';

type Transform = { [N in HookName]: (typeof HOOK_KINDS)[N] extends 'transform' ? N : never }[HookName];

const number = { type: 'number' };
const yes = { type: 'boolean' };
const texts = listOf(anyText);
/** The request or book concerned. The host does not read it from an answer. */
const unread = { type: 'object' };
const refuse = { ...text, maxLength: 2000 };

/** A refusal or a decision; one of them must be present. */
function decision(decided: Record<string, object>): object {
  const [name = ''] = Object.keys(decided);
  return { ...object({}, { refuse, ...decided }), anyOf: [{ required: ['refuse'] }, { required: [name] }] };
}

const query = object(
  {
    text: anyText,
    title: anyText,
    authors: texts,
    narrators: texts,
    format: { enum: ['audiobook', 'ebook'] },
    limit: { type: 'integer', minimum: 1, maximum: 1000 },
  },
  { series: anyText, seriesPart: anyText, asin: anyText, isbn: anyText, language: anyText },
);
const candidate = object({
  id: text,
  release: unread,
  score: number,
  gates: listOf(object({ name: text, passed: yes, reason: anyText })),
  parts: listOf(object({ name: text, points: number, max: number, reason: anyText })),
});
const addOptions = object(
  { name: text, category: anyText },
  {
    savePath: anyText,
    tags: texts,
    paused: yes,
    seedRatio: number,
    seedMinutes: number,
    priority: { enum: ['low', 'normal', 'high'] },
  },
);
const message = object(
  {
    event: text,
    title: anyText,
    lines: listOf(prose),
    fields: listOf(object({ name: anyText, value: prose })),
    links: listOf(object({ title: anyText, url: anyText })),
    severity: { enum: ['info', 'success', 'warning', 'error'] },
    occurredAt: text,
    dedupeKey: text,
  },
  { coverUrl: anyText },
);

/**
 * Shapes of the answers of hook handlers, in the same form as `ANSWER_SHAPES`. `undefined` is always allowed. Answers
 * of told handlers are ignored.
 *
 * @since 1.1.0
 */
export const HOOK_ANSWERS = {
  'request.submitting': object({ refuse }),
  'request.approving': decision({ approve: { const: true } }),
  'release.selecting': decision({ candidateId: text }),
  'import.matching': object({ refuse }),
  'search.querying': object({ request: unread, queries: listOf(query) }),
  'search.ranking': object({ request: unread, candidates: listOf(candidate) }),
  'download.adding': object({ request: unread, options: addOptions }),
  'import.planning': object({ request: unread, directory: text, files: listOf(object({ from: text, to: text })) }),
  'notification.composing': object({ message }),
  'shelf.importing': object({ shelf: anyText, books: listOf(shelfBook) }),
} as const satisfies Record<Transform | keyof VetoResults, object>;
