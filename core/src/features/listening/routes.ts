import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { ListeningService } from './listening-service.js';

const listeningSchema = Type.Object(
  {
    on: Type.Boolean({ description: 'Whether Lectern reads what you listen to.' }),
    asks: Type.Boolean({ description: 'Whether the next part is requested when you are nearly through with one.' }),
    servers: Type.Array(Type.String(), { description: 'Media servers at which an account is linked to yours.' }),
    heard: Type.Integer({ description: 'Books of which it is stored how far you are.' }),
  },
  { $id: 'Listening' },
);

const common = { tag: 'listening', path: '/api/user/listening', access: { rule: 'user' }, responses: { 200: listeningSchema } } as const;

/** What people let Lectern know of their listening; everybody reads and changes their own only. */
export function listeningRoutes({ listening }: { readonly listening: ListeningService }): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      summary: 'What Lectern knows of your listening',
      scopes: ['read'],
      handler: async ({ caller }) => json(await listening.of(caller.userId)),
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      summary: 'Let Lectern read what you listen to, or not',
      description: 'Switching it off deletes everything that was read.',
      scopes: ['requests:write'],
      body: Type.Object({ on: Type.Boolean(), asks: Type.Boolean() }, { additionalProperties: false }),
      handler: async ({ caller, body }) => json(await listening.set(caller.userId, body)),
    }),
  ];
}
