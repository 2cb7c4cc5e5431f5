import { PROVIDER_KINDS, type ProviderKind } from '@lectern/plugin-api';
import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import {
  checkPackage,
  chooseVersion,
  InstallError,
  isCompatible,
  readPackageArchive,
  repositoryOf,
  splitSpec,
  type PublishedPackage,
  type Registry,
} from '../../plugin-host/index.js';
import { withTexts, type Say } from '../../platform/words/index.js';
import { INSTALL_CODES, installProblem } from './install-problem.js';
import type { ServerUpdate } from './server-update.js';
import type { UpdateCheck } from './update-check.js';

export interface RegistryRoutesDeps {
  readonly registry: Registry;
  readonly updates: UpdateCheck;
  readonly serverUpdate: () => Promise<ServerUpdate>;
  readonly redact: (text: string) => string;
}

const common = { tag: 'plugins', access: { rule: 'admin' }, scopes: ['admin:read'] } as const;
const problem = Type.Optional(
  Type.Object(
    { code: Type.String(), message: Type.String() },
    { description: 'Why the registry could not be asked. Everything else is then empty.' },
  ),
);
const found = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    description: Type.Optional(Type.String()),
    author: Type.Optional(Type.String()),
    publishedAt: Type.Optional(Type.String()),
    links: Type.Object({
      npm: Type.Optional(Type.String()),
      homepage: Type.Optional(Type.String()),
      repository: Type.Optional(Type.String()),
    }),
  },
  { $id: 'FoundPlugin' },
);
const looked = Type.Object(
  {
    name: Type.String(),
    version: Type.String({ description: 'The one that would be installed.' }),
    wanted: Type.Optional(Type.String({ description: 'The version, range or tag that was asked for.' })),
    id: Type.String(),
    displayName: Type.String(),
    description: Type.Optional(Type.String()),
    provides: Type.Array(Type.Unsafe<ProviderKind>(Type.String({ enum: [...PROVIDER_KINDS] }))),
    api: Type.String({ description: 'The range of plugin API versions it is made for.' }),
    compatible: Type.Boolean(),
    deprecated: Type.Optional(Type.String({ description: 'Why its author advises against this version.' })),
    repository: Type.Optional(Type.String({ description: 'Where its source is said to be.' })),
    hasProvenance: Type.Boolean({ description: 'The registry has a statement about where it was built. It is not verified.' }),
    readme: Type.Optional(Type.String({ description: 'Markdown, as its author wrote it.' })),
    changelog: Type.Optional(Type.String({ description: 'Markdown, as its author wrote it.' })),
  },
  { $id: 'LookedUpPlugin' },
);

function presentSuggestion(published: PublishedPackage): { readonly latest?: string; readonly suggested?: string } {
  const { latest } = published;
  const suggested = chooseVersion(published)?.version;
  return { ...(latest === undefined ? {} : { latest }), ...(suggested === undefined ? {} : { suggested }) };
}

/** A fault of a registry becomes an answer, so that the admin can choose another way. */
async function asked<T extends object>(
  { redact }: Pick<RegistryRoutesDeps, 'redact'>,
  say: Say,
  work: Promise<T>,
  nothing: T,
): Promise<T & { problem?: { code: string; message: string } }> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    return { ...nothing, problem: { code: error.code, message: say(withTexts(error.said, redact)) } };
  }
}

async function lookUp(deps: RegistryRoutesDeps, spec: string, signal: AbortSignal) {
  const { registry, redact } = deps;
  const { name, version: wanted } = splitSpec(spec);
  try {
    const published = await registry.resolve(name, wanted, signal);
    const archive = await readPackageArchive(await registry.download(published, signal));
    const { version, lectern } = checkPackage(archive, { allowIncompatible: true });
    const { description } = archive.pkg as { description?: unknown };
    const repository = repositoryOf(archive.pkg);
    return {
      name,
      version,
      id: lectern.id,
      displayName: lectern.displayName,
      provides: [...lectern.provides],
      api: lectern.api,
      compatible: isCompatible(lectern.api),
      ...(wanted === undefined ? {} : { wanted }),
      ...(typeof description === 'string' ? { description: description.slice(0, 300) } : {}),
      ...archive.texts,
      hasProvenance: published.hasProvenance ?? false,
      ...(repository === undefined ? {} : { repository }),
      ...(published.deprecated === undefined ? {} : { deprecated: published.deprecated }),
    };
  } catch (error) {
    throw installProblem(error, redact);
  }
}

function searchRoutes(deps: RegistryRoutesDeps): Route[] {
  const { registry } = deps;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/plugins/search',
      compress: true,
      summary: 'Find plugins in the registry',
      query: Type.Object({
        q: Type.String({ maxLength: 200, default: '' }),
        limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
        from: Type.Integer({ minimum: 0, maximum: 5000, default: 0 }),
      }),
      responses: { 200: Type.Object({ items: Type.Array(found), total: Type.Integer(), problem }) },
      async handler({ query: { q, limit, from }, signal, say }) {
        return json(await asked(deps, say, registry.search({ text: q, limit, from, signal }), { items: [], total: 0 }));
      },
    }),
  ];
}

function versionRoutes(deps: RegistryRoutesDeps): Route[] {
  const { registry } = deps;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/plugins/versions',
      compress: true,
      summary: 'List the versions of a package in the registry, newest first',
      query: Type.Object({ name: Type.String({ minLength: 1, maxLength: 214 }) }),
      responses: {
        200: Type.Object({
          latest: Type.Optional(Type.String()),
          suggested: Type.Optional(
            Type.String({ description: 'The newest version made for this server, which is installed if no version is given.' }),
          ),
          versions: Type.Array(
            Type.Object({
              version: Type.String(),
              compatible: Type.Boolean(),
              api: Type.Optional(Type.String()),
              deprecated: Type.Optional(Type.String()),
            }),
          ),
          problem,
        }),
      },
      async handler({ query: { name }, signal, say }) {
        const all = registry.versions(name, signal).then((published) => ({
          ...presentSuggestion(published),
          versions: published.versions.slice(0, 100).map(({ version, api, deprecated }) => ({
            version,
            compatible: api === undefined || isCompatible(api),
            ...(api === undefined ? {} : { api }),
            ...(deprecated === undefined ? {} : { deprecated }),
          })),
        }));
        return json(await asked(deps, say, all, { versions: [] }));
      },
    }),
  ];
}

function updateRoutes(deps: RegistryRoutesDeps): Route[] {
  const { updates, serverUpdate, redact } = deps;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/server-update',
      summary: 'Whether there is a newer version of the server',
      description: 'Asks the registry of plugins at most twice a day, and not at all with `LECTERN_UPDATE_CHECK=false`.',
      responses: {
        200: Type.Object({
          current: Type.String(),
          available: Type.Optional(Type.String({ description: 'The newest release; absent unless it is newer.' })),
          checkedAt: Type.Optional(Type.String()),
        }),
      },
      handler: async () => json(await serverUpdate()),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/plugins/updates',
      compress: true,
      summary: 'Check the registry for newer versions of installed plugins',
      description: 'An answer is kept for an hour.',
      query: Type.Object({ fresh: Type.Boolean({ default: false }) }),
      responses: {
        200: Type.Object({
          items: Type.Array(Type.Object({ id: Type.String(), version: Type.String(), compatible: Type.Boolean() })),
          problem,
          checkedAt: Type.String(),
        }),
      },
      async handler({ query, signal, say }) {
        const { problem: trouble, ...answer } = await updates({ fresh: query.fresh, signal });
        return json({ ...answer, ...(trouble ? { problem: { ...trouble, message: say(withTexts(trouble.message, redact)) } } : {}) });
      },
    }),
  ];
}

function packageRoutes(deps: RegistryRoutesDeps): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/plugins/package',
      summary: 'Look at one package in the registry before it is installed',
      description:
        'It is fetched and checked as for an installation, but none of its code runs. A package made for a different plugin API is shown, not refused.',
      query: Type.Object({
        spec: Type.String({
          minLength: 1,
          maxLength: 320,
          description: 'A name, optionally followed by `@` and a version, a range or a tag.',
        }),
      }),
      errors: INSTALL_CODES,
      responses: { 200: looked },
      handler: async ({ query: { spec }, signal }) => json(await lookUp(deps, spec, signal)),
    }),
  ];
}

/** The registry: finding plugins, viewing one, versions, updates. */
export function registryRoutes(deps: RegistryRoutesDeps): Route[] {
  return [...searchRoutes(deps), ...versionRoutes(deps), ...updateRoutes(deps), ...packageRoutes(deps)];
}
