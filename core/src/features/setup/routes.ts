import Type from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { sessionCookies } from '../auth/index.js';
import { meSchema } from '../users/index.js';
import { KIND_STANDINGS, type KindStanding } from '../integration-records/health-verdict.js';
import type { Setup } from './setup-service.js';

const count = Type.Integer();

const standing = Type.Unsafe<KindStanding>(Type.Union(KIND_STANDINGS.map((one) => Type.Literal(one))));

const statusSchema = Type.Object(
  {
    complete: Type.Boolean(),
    steps: Type.Object({
      admin: Type.Boolean(),
      library: Type.Optional(Type.Boolean()),
      integrations: Type.Optional(
        Type.Object({ catalog: count, indexer: count, downloadClient: count, mediaServer: count, notifier: count }),
      ),
    }),
    standings: Type.Optional(
      Type.Object(
        { catalog: standing, indexer: standing, downloadClient: standing, mediaServer: standing, notifier: standing },
        { description: 'How the integrations of each kind were seen last.' },
      ),
    ),
  },
  { $id: 'SetupStatus', description: 'Who is not signed in learns `complete` and `steps.admin` only.' },
);

const libraryAnswer = Type.Object({
  ok: Type.Boolean(),
  steps: Type.Array(
    Type.Object({
      name: Type.String(),
      ok: Type.Boolean(),
      outcome: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('failed'), Type.Literal('skipped')]),
      message: Type.String(),
    }),
  ),
  saved: Type.Boolean(),
});

const tag = 'setup';

function statusRoute(setup: Setup): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/setup/status',
    summary: 'The progress of setup',
    tag,
    access: { rule: 'public' },
    scopes: 'none',
    responses: { 200: statusSchema },
    async handler({ caller }) {
      const { complete, steps } = await setup.status();
      if (!caller) return json({ complete, steps: { admin: steps.admin } });
      return json({ complete, steps, standings: await setup.standings() });
    },
  });
}

/** The setup steps; all but the status are refused once setup is complete. */
export function setupRoutes({ setup }: { readonly setup: Setup }): Route[] {
  return [
    statusRoute(setup),
    defineRoute({
      method: 'POST',
      path: '/api/setup/admin',
      summary: 'Create the first admin',
      description: 'Needs the one-time token that the server prints at start, and works only while there is no admin.',
      tag,
      access: { rule: 'public' },
      scopes: 'none',
      rateLimit: 'setup',
      body: Type.Object(
        {
          token: Type.String({ maxLength: 200 }),
          username: Type.String({ maxLength: 200 }),
          password: Type.String({ maxLength: 1000 }),
          displayName: Type.Optional(Type.String({ maxLength: 200 })),
          catalogFor: Type.Optional(
            Type.Array(Type.String({ maxLength: 2, pattern: '^[A-Z]{2}$' }), {
              maxItems: 20,
              description:
                'Codes of countries, the likeliest first. With this member, an empty list too, the catalogue that needs no settings is connected, for the first of them that it has.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      errors: [
        'invalid_credentials',
        'account_inactive',
        'setup_complete',
        'admin_exists',
        'setup_token_invalid',
        'username_taken',
        'username_invalid',
        'password_invalid',
        'too_busy',
      ],
      responses: { 201: Type.Object({ user: meSchema }) },
      async handler({ body, address, userAgent, signal }) {
        const session = await setup.createAdmin(body, { address, userAgent }, signal);
        return { ...json({ user: session.user }, 201), cookies: sessionCookies(session) };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/setup/library',
      summary: 'Test the library folder, and save it if it works',
      tag,
      access: { rule: 'admin' },
      scopes: 'none',
      body: Type.Object(
        {
          path: Type.String({ minLength: 1, maxLength: 1000 }),
          downloadPath: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()])),
        },
        { additionalProperties: false },
      ),
      errors: ['setup_complete', 'settings_invalid', 'library_unusable'],
      responses: { 200: libraryAnswer },
      async handler(context) {
        const { ok, steps, saved } = await setup.chooseLibrary(context.body, actorOf(context));
        return json({
          ok,
          steps: steps.map(({ step, outcome, message }) => ({
            name: step,
            ok: outcome === 'ok' || outcome === 'warning',
            outcome,
            message: context.say(message),
          })),
          saved,
        });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/setup/complete',
      summary: 'Close setup',
      tag,
      access: { rule: 'admin' },
      scopes: 'none',
      errors: ['setup_complete', 'setup_incomplete'],
      responses: { 204: null },
      async handler(context) {
        await setup.complete(actorOf(context));
        return noContent();
      },
    }),
  ];
}
