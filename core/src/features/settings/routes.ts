import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { compilePathTemplate, previewPathTemplate, type PathValues } from '../../files/naming/path-template.js';
import { settingsSections, type Settings } from './settings.js';
import type { SettingsService } from './settings-service.js';

const { library, requests, ebooks, signIn, access, server, backups, audit } = settingsSections;
const closed = { additionalProperties: false };
const visible = { library, requests, ebooks, signIn, access, server, backups, audit };

const settingsSchema = Type.Object(visible, { $id: 'Settings' });

/** Any member of any section; the service checks the result as a whole. */
const settingsPatch = Type.Object(
  {
    library: Type.Optional(Type.Partial(library, closed)),
    requests: Type.Optional(Type.Partial(requests, closed)),
    ebooks: Type.Optional(Type.Partial(ebooks, closed)),
    signIn: Type.Optional(Type.Partial(signIn, closed)),
    access: Type.Optional(Type.Partial(access, closed)),
    server: Type.Optional(Type.Partial(server, closed)),
    backups: Type.Optional(Type.Partial(backups, closed)),
    audit: Type.Optional(Type.Partial(audit, closed)),
  },
  { additionalProperties: false },
);

const previewSchema = Type.Object({
  ok: Type.Boolean(),
  errors: Type.Array(Type.Object({ code: Type.String(), message: Type.String(), position: Type.Integer() })),
  samples: Type.Array(Type.Object({ book: Type.String(), path: Type.String() })),
});

const toggle = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false });
const quota = Type.Object({ limit: requests.properties.quotaLimit, days: requests.properties.quotaDays }, { additionalProperties: false });

/** What the routes need. */
export interface SettingsRoutesDeps {
  readonly settings: SettingsService;
  /** Real books to preview a path template with, before the built-in samples. */
  readonly previewBooks?: () => Promise<readonly PathValues[]>;
}

function present({ library, requests, ebooks, signIn, access, server, backups, audit }: Settings): object {
  return { library, requests, ebooks, signIn, access, server, backups, audit };
}

function quotaOf({ requests: { quotaLimit, quotaDays } }: Settings): { limit: number | null; days: number } {
  return { limit: quotaLimit, days: quotaDays };
}

const common = { tag: 'settings', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

export function settingsRoutes({ settings, previewBooks }: SettingsRoutesDeps): Route[] {
  /** A setting with an endpoint of its own. */
  function toggleRoutes(name: string, summary: string, read: (all: Settings) => boolean, write: (enabled: boolean) => object): Route[] {
    const path = `/api/admin/settings/${name}`;
    return [
      defineRoute({
        ...common,
        method: 'GET',
        path,
        summary,
        scopes: ['admin:read'],
        responses: { 200: toggle },
        handler: async () => json({ enabled: read(await settings.get()) }),
      }),
      defineRoute({
        ...common,
        method: 'PUT',
        path,
        summary: `Change: ${summary}`,
        body: toggle,
        responses: { 200: toggle },
        handler: async (context) => json({ enabled: read(await settings.update(write(context.body.enabled), actorOf(context))) }),
      }),
    ];
  }

  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/settings',
      summary: 'All settings',
      scopes: ['admin:read'],
      responses: { 200: settingsSchema },
      handler: async () => json(present(await settings.get())),
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: '/api/admin/settings',
      summary: 'Change settings',
      description:
        'Members that are left out stay. A new library folder is tried out first; 422 library_unusable lists the steps that failed.',
      body: settingsPatch,
      confirmation: {
        when: 'it changes how people sign in, or the public address',
        // a sign-in elsewhere comes back to the public address, and links of admins lead to it
        isNeeded: ({ body }) => Object.keys(body.signIn ?? {}).length > 0 || body.server?.publicUrl !== undefined,
      },
      errors: [422],
      responses: { 200: settingsSchema },
      handler: async (context) => json(present(await settings.update(context.body, actorOf(context)))),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/settings/path-template/preview',
      summary: 'Check a path template and show what it makes of books',
      scopes: ['admin:read'],
      body: Type.Object({ template: Type.String({ maxLength: 2000 }) }, { additionalProperties: false }),
      responses: { 200: previewSchema },
      async handler({ body }) {
        const compiled = compilePathTemplate(body.template);
        if (!compiled.ok) return json({ ok: false, errors: compiled.errors, samples: [] });
        const samples = previewPathTemplate(compiled.template);
        const books = (await previewBooks?.()) ?? [];
        const shown = [...(books.length > 0 ? previewPathTemplate(compiled.template, books) : []), ...samples];
        return json({ ok: true, errors: [], samples: shown.map(({ title, path }) => ({ book: title, path })) });
      },
    }),
    ...toggleRoutes(
      'auto-approve',
      'Whether requests are approved by themselves',
      (all) => all.requests.autoApprove,
      (autoApprove) => ({ requests: { autoApprove } }),
    ),
    ...toggleRoutes(
      'download-access',
      'Whether users may download files',
      (all) => all.access.downloadAccess,
      (downloadAccess) => ({ access: { downloadAccess } }),
    ),
    ...toggleRoutes(
      'interactive-search',
      'Whether users may choose among releases',
      (all) => all.access.interactiveSearch,
      (interactiveSearch) => ({ access: { interactiveSearch } }),
    ),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/settings/quota',
      summary: 'How many requests a user may make, and in how many days',
      description: 'A limit of null means any number. The window rolls: it always ends now.',
      scopes: ['admin:read'],
      responses: { 200: quota },
      handler: async () => json(quotaOf(await settings.get())),
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      path: '/api/admin/settings/quota',
      summary: 'Change: How many requests a user may make, and in how many days',
      body: quota,
      responses: { 200: quota },
      async handler(context) {
        const { limit, days } = context.body;
        return json(quotaOf(await settings.update({ requests: { quotaLimit: limit, quotaDays: days } }, actorOf(context))));
      },
    }),
  ];
}
