import Type from 'typebox';

function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.String({ enum: [...values] }));
}

/** What became of one source in a search. */
export const sourceSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    integrationName: Type.String(),
    status: oneOf(['ok', 'empty', 'failed', 'throttled'] as const),
    found: Type.Integer(),
    retryAfterMs: Type.Optional(Type.Number()),
    error: Type.Optional(Type.String()),
  },
  { $id: 'SearchSource' },
);

export const searchRunSchema = Type.Object(
  {
    id: Type.String(),
    startedAt: Type.String(),
    finishedAt: Type.Optional(Type.String()),
    status: oneOf(['running', 'done'] as const),
    queries: Type.Array(Type.String()),
    sources: Type.Array(sourceSchema),
  },
  { $id: 'SearchRun' },
);

export const candidateSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    indexer: Type.String(),
    protocol: Type.String(),
    size: Type.Optional(Type.Number()),
    seeders: Type.Optional(Type.Integer()),
    leechers: Type.Optional(Type.Integer()),
    grabs: Type.Optional(Type.Integer()),
    publishedAt: Type.Optional(Type.String()),
    infoUrl: Type.Optional(Type.String()),
    flags: Type.Array(Type.String()),
    score: Type.Number(),
    passed: Type.Boolean(),
    picked: Type.Boolean(),
    state: oneOf(['candidate', 'grabbed', 'failed', 'blocklisted'] as const),
    gates: Type.Array(
      Type.Object({
        name: Type.String(),
        passed: Type.Boolean(),
        doubtful: Type.Optional(Type.Boolean({ description: 'It passed, but only a person may choose the candidate.' })),
        reason: Type.String(),
        evidence: Type.Optional(Type.String({ description: 'How the name of the release was read.' })),
      }),
    ),
    parts: Type.Array(Type.Object({ name: Type.String(), points: Type.Number(), max: Type.Number(), reason: Type.String() })),
  },
  { $id: 'Candidate' },
);

/** What an automatic search would do. */
export const decisionSchema = Type.Object(
  {
    what: oneOf(['take', 'wait', 'nothing'] as const),
    candidateId: Type.Optional(
      Type.String({ description: 'The candidate that would be taken, now or at the end of the wait if nothing better appears.' }),
    ),
    until: Type.Optional(Type.String({ description: 'The end of the wait.' })),
    code: Type.Optional(Type.String({ description: 'Why nothing would be taken now: the code of a wait reason.' })),
    message: Type.Optional(Type.String({ description: 'The same in words.' })),
  },
  { $id: 'Decision' },
);
