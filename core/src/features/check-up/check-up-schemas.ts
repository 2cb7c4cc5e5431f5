import Type, { type Static } from 'typebox';
import { isTrue } from '../../platform/db/index.js';
import { libraryEntrySchema, presentSuggestion, suggestionSchema } from '../library/index.js';
import type { CheckUpView, Finding } from './check-up-service.js';
import type { CheckUpState } from './entities.js';
import { FINDING_KINDS, SILENT_PROBLEMS, type FindingKind, type SilentProblem } from './evidence.js';

const CHECK_UP_STATES = ['running', 'done', 'cancelled', 'failed'] as const satisfies readonly CheckUpState[];

function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
}

const maybeTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const findingKindSchema = oneOf<FindingKind>(FINDING_KINDS);

const countSchema = Type.Object({ open: Type.Integer(), fine: Type.Integer({ description: 'Somebody said that these are fine.' }) });

export const checkUpSchema = Type.Object(
  {
    checkUp: Type.Union([
      Type.Object({
        id: Type.String(),
        state: oneOf<CheckUpState>(CHECK_UP_STATES),
        readsFiles: Type.Boolean({ description: 'It reads the audio files as well.' }),
        stopping: Type.Boolean({ description: 'Somebody cancelled it, and it stops after the present books.' }),
        done: Type.Integer({ description: 'Books that were looked at.' }),
        total: Type.Integer(),
        compared: Type.Integer({ description: 'Audiobooks whose length could be compared with that of the catalogue.' }),
        unread: Type.Integer({ description: 'Audiobooks whose files this server could not read.' }),
        createdAt: Type.String({ format: 'date-time' }),
        createdBy: Type.String(),
        endedAt: maybeTime,
        fault: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
      }),
      Type.Null(),
    ]),
    findings: Type.Object({ length: countSchema, silent: countSchema, no_asin: countSchema }),
  },
  { $id: 'CheckUp', description: 'The last check-up of the library, and how much there is to look at.' },
);

export const findingSchema = Type.Object(
  {
    id: Type.String(),
    item: libraryEntrySchema,
    evidence: Type.Union([
      Type.Object({
        kind: Type.Literal('length'),
        minutes: Type.Integer({ description: 'According to the media server.' }),
        catalogueMinutes: Type.Integer(),
      }),
      Type.Object({
        kind: Type.Literal('silent'),
        files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer(), problem: oneOf<SilentProblem>(SILENT_PROBLEMS) }), {
          description: 'Some of them.',
        }),
        silent: Type.Integer({ description: 'Damaged files.' }),
        looked: Type.Integer({ description: 'Audio files that were read.' }),
      }),
      Type.Object({ kind: Type.Literal('no_asin') }),
    ]),
    suggestions: Type.Array(suggestionSchema, { description: 'Books that an item without an ASIN may be, the surest first.' }),
    foundAt: Type.String({ format: 'date-time' }),
    fineAt: maybeTime,
    fineBy: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'CheckUpFinding', description: 'Something about a book of the library that an admin should look at.' },
);

export function presentCheckUp({ checkUp: row, counts }: CheckUpView): Static<typeof checkUpSchema> {
  if (!row) return { checkUp: null, findings: counts };
  const checkUp = {
    id: row.id,
    state: row.state,
    readsFiles: isTrue(row.readsFiles),
    stopping: isTrue(row.stopping),
    done: Number(row.done),
    total: Number(row.total),
    compared: Number(row.compared),
    unread: Number(row.unread),
    createdAt: row.createdAt,
    createdBy: row.actorName,
    endedAt: row.endedAt,
    fault: row.fault,
  };
  return { checkUp, findings: counts };
}

export function presentFinding({ item, evidence, suggestions, ...finding }: Finding): Static<typeof findingSchema> {
  const shown = evidence.kind === 'silent' ? { ...evidence, files: [...evidence.files] } : evidence;
  return {
    ...finding,
    item: { ...item, authors: [...item.authors], formats: [...item.formats] },
    evidence: shown,
    suggestions: suggestions.map(presentSuggestion),
  };
}
