import Type, { type Static, type TOptional, type TPartial } from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { Say } from '../../platform/words/index.js';
import type { PathTemplateError } from '../../files/naming/path-template-parse.js';
import { actorOf } from '../audit/index.js';
import { compilePathTemplate, previewPathTemplate, type PathValues } from '../../files/naming/path-template.js';
import { saidForm, settingsForms, settingsSections, type Settings } from './settings.js';
import type { SettingsService } from './settings-service.js';

const { setup: _setup, ...sections } = settingsSections;
const { quotaLimit, quotaDays } = sections.requests.properties;
const closed = { additionalProperties: false };

const settingsSchema = Type.Object(sections, { $id: 'Settings' });

type Sections = typeof sections;
type PatchOf<S extends keyof Sections> = TOptional<TPartial<Sections[S]>>;

/** Any member of any section; the service validates the result as a whole. */
const settingsPatch = Type.Object(
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [name, Type.Optional(Type.Partial(section, closed))]),
  ) as unknown as { [S in keyof Sections]: PatchOf<S> },
  closed,
);

const formsSchema = Type.Object({
  sections: Type.Array(
    Type.Object({
      name: Type.String(),
      schema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema draft-07 with `x-ui` hints.' }),
    }),
    { description: 'In the order in which they are shown.' },
  ),
});

const previewSchema = Type.Object({
  ok: Type.Boolean(),
  errors: Type.Array(Type.Object({ code: Type.String(), message: Type.String(), position: Type.Integer() })),
  samples: Type.Array(Type.Object({ book: Type.String(), path: Type.String() })),
});

const toggle = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false });
const quota = Type.Object({ limit: quotaLimit, days: quotaDays }, closed);

export interface SettingsRoutesDeps {
  readonly settings: SettingsService;
  /** Real books for previewing a path template, before the built-in samples. */
  readonly previewBooks?: () => Promise<readonly PathValues[]>;
}

function present({ setup: _hidden, ...shown }: Settings): Omit<Settings, 'setup'> {
  return shown;
}

function quotaOf({ requests: { quotaLimit, quotaDays } }: Settings): { limit: number | null; days: number } {
  return { limit: quotaLimit, days: quotaDays };
}

const common = { tag: 'settings', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

/** The routes of a setting with its own endpoint. */
function toggleRoutes(
  settings: SettingsService,
  name: string,
  summary: string,
  read: (all: Settings) => boolean,
  write: (enabled: boolean) => object,
): Route[] {
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

function sayFaults(faults: readonly PathTemplateError[], say: Say): Static<typeof previewSchema>['errors'] {
  return faults.map((fault) => ({ ...fault, message: say(fault.message) }));
}

export function settingsRoutes({ settings, previewBooks }: SettingsRoutesDeps): Route[] {
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
      method: 'GET',
      path: '/api/admin/settings/forms',
      compress: true,
      summary: 'The forms of the settings: titles, help, limits and defaults',
      scopes: ['admin:read'],
      responses: { 200: formsSchema },
      handler: ({ say }) => json({ sections: settingsForms().map(({ name, schema }) => ({ name, schema: saidForm(name, schema, say) })) }),
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: '/api/admin/settings',
      summary: 'Change settings',
      description:
        'Members that are left out stay unchanged. A new library folder is tested first; 422 library_unusable lists the steps that failed.',
      body: settingsPatch,
      confirmation: {
        when: 'it changes how people sign in, or the public address',
        // external sign-ins return to the public address, and admins' links lead to it
        isNeeded: ({ body }) => Object.keys(body.signIn ?? {}).length > 0 || body.server?.publicUrl !== undefined,
      },
      errors: ['settings_invalid', 'library_unusable'],
      responses: { 200: settingsSchema },
      handler: async (context) => json(present(await settings.update(context.body, actorOf(context)))),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/settings/path-template/preview',
      summary: 'Check a path template and preview the folders it makes',
      scopes: ['admin:read'],
      body: Type.Object({ template: Type.String({ maxLength: 2000 }) }, { additionalProperties: false }),
      responses: { 200: previewSchema },
      async handler({ body, say }) {
        const compiled = compilePathTemplate(body.template);
        if (!compiled.ok) return json({ ok: false, errors: sayFaults(compiled.errors, say), samples: [] });
        const samples = previewPathTemplate(compiled.template);
        const books = (await previewBooks?.()) ?? [];
        const shown = [...(books.length > 0 ? previewPathTemplate(compiled.template, books) : []), ...samples];
        return json({ ok: true, errors: [], samples: shown.map(({ title, path }) => ({ book: title, path })) });
      },
    }),
    ...toggleRoutes(
      settings,
      'auto-approve',
      'Whether requests are approved automatically',
      (all) => all.requests.autoApprove,
      (autoApprove) => ({ requests: { autoApprove } }),
    ),
    ...toggleRoutes(
      settings,
      'download-access',
      'Whether users may download files',
      (all) => all.access.downloadAccess,
      (downloadAccess) => ({ access: { downloadAccess } }),
    ),
    ...toggleRoutes(
      settings,
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
      description: 'A limit of null means any number. The window is rolling: it always ends now.',
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
