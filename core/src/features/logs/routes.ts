import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { LOG_LEVELS } from '../../platform/logging/line-format.js';
import type { LogReader } from './log-reader.js';

const levels = LOG_LEVELS.map((name) => Type.Literal(name));

const logLine = Type.Object(
  {
    id: Type.String({ description: 'No other line has it, of whatever process.' }),
    at: Type.Optional(Type.String()),
    level: Type.Union(levels),
    message: Type.String(),
    plugin: Type.Optional(Type.String({ description: 'The id of a plugin.' })),
    integration: Type.Optional(Type.String({ description: 'The id of an integration.' })),
    requestId: Type.Optional(Type.String({ description: 'The id of a request for a book.' })),
    callId: Type.Optional(Type.String({ description: 'The id of a call of the API: the `requestId` of an error.' })),
    members: Type.Record(Type.String(), Type.Unknown(), { description: 'Everything that was logged beside the message.' }),
  },
  { $id: 'LogLine' },
);

const cursors = (description: string) => Type.Optional(Type.String({ maxLength: 600, description }));

const query = Type.Object({
  level: Type.Optional(Type.Union(levels, { description: 'This level and those that are more serious.' })),
  plugin: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a plugin.' })),
  integration: Type.Optional(Type.String({ maxLength: 100, description: 'The id of an integration.' })),
  request: Type.Optional(
    Type.String({ maxLength: 100, description: 'The id of a request for a book, or the `requestId` of an error of the API.' }),
  ),
  words: Type.Optional(Type.String({ maxLength: 200, description: 'Words that all occur, in any case and order.' })),
  after: cursors(
    'The `newest` of earlier answers, one a process, separated by commas. The lines after it are wanted, the oldest of them first come.',
  ),
  before: cursors('The `oldest` of earlier answers, likewise. The lines before it are wanted. Without either, the last lines are.'),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 200 }),
});

const answer = Type.Object({
  items: Type.Array(logLine, { description: 'The oldest first.' }),
  newest: Type.String({ description: 'The cursor for `after`.' }),
  oldest: Type.String({ description: 'The cursor for `before`.' }),
  more: Type.Boolean({ description: 'Whether lines beyond these were not looked at: later ones with `after`, otherwise earlier ones.' }),
  process: Type.Object(
    {
      id: Type.String({ description: 'Another one after each start.' }),
      host: Type.String(),
      pid: Type.Integer(),
      role: Type.Union([Type.Literal('all'), Type.Literal('web'), Type.Literal('worker')]),
      alone: Type.Boolean({ description: 'Whether no other process may work on the same database.' }),
    },
    { description: 'The process that answered. Each keeps its own lines.' },
  ),
});

/** The last log lines, for admins. */
export function logRoutes(reader: LogReader): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/logs',
      summary: 'The last log lines of the process that answers, without secrets',
      description: 'A process keeps its last 5,000 lines, or fewer if they are long, until it ends.',
      tag: 'system',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query,
      responses: { 200: answer },
      handler: async (context) => json(await reader.read(context.query)),
    }),
  ];
}
