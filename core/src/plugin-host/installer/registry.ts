import type { HttpResponse } from '@lectern/plugin-api';
import { chooseVersion } from './choose-version.js';
import { InstallError } from './install-error.js';
import { hasIntegrity } from './integrity.js';
import { ARCHIVE_LIMITS, readPackageArchive } from './package-archive.js';
import { assertPluginName, assertWantedVersion } from './package-name.js';
import type { PublishedPackage, PublishedVersion } from './published-package.js';
import { toFound, toPackage, type FoundPackage } from './registry-answers.js';
import { createRegistryClient, type RegistryClient, type RegistryOptions } from './registry-client.js';
import { firstOf, sentence } from '../../platform/words/index.js';

export interface SearchWish {
  readonly text: string;
  readonly limit: number;
  readonly from: number;
  readonly signal?: AbortSignal;
}

export interface SearchOutcome {
  readonly items: readonly FoundPackage[];
  readonly total: number;
}

/** The part of a registry that Lectern uses itself, before npm runs. */
export interface Registry {
  /** Its base address. @throws InstallError when none is known */
  readonly address: () => Promise<string>;
  search(wish: SearchWish): Promise<SearchOutcome>;
  /** @throws InstallError INSTALL_NOT_FOUND, or one of the registry's own codes */
  versions(name: string, signal?: AbortSignal): Promise<PublishedPackage>;
  /**
   * Resolves a version, a range or a tag. Without one, chooses the newest version made for this server.
   *
   * @throws InstallError INSTALL_NOT_FOUND, INSTALL_NO_SUCH_VERSION, INSTALL_VERSION_INVALID, or one of the registry's own
   */
  resolve(name: string, wanted?: string, signal?: AbortSignal): Promise<PublishedVersion>;
  /** The bytes of a version, checked against the registry's hashes. @throws InstallError */
  download(published: PublishedVersion, signal?: AbortSignal): Promise<Uint8Array>;
}

const KEYWORD = 'keywords:lectern-plugin';

/** How many versions are named where the wanted one is not there. */
const MOST_VERSIONS = 5;

function noSuchVersion(host: string, { name, versions }: PublishedPackage, wanted: string | undefined): InstallError {
  const plugin = wanted === undefined ? name : `${name} ${wanted}`;
  const newest = firstOf(
    versions.map(({ version }) => version),
    MOST_VERSIONS,
  );
  const said =
    newest.length === 0
      ? sentence('install.registry_no_versions', { host, plugin: name })
      : sentence('install.registry_no_version', { host, plugin, versions: newest });
  return new InstallError('INSTALL_NO_SUCH_VERSION', said);
}

async function readVersions(client: RegistryClient, name: string, signal?: AbortSignal): Promise<PublishedPackage> {
  assertPluginName(name);
  const found = await client.askJson(new URL(name.replace('/', '%2f'), client.base), sentence('install.reading_package', { name }), signal);
  if (!found) throw new InstallError('INSTALL_NOT_FOUND', sentence('install.registry_no_package', { host: client.base.host, name }));
  return toPackage(name, found);
}

async function searchFor(client: RegistryClient, text: string, { limit, from, signal }: SearchWish): Promise<SearchOutcome> {
  const url = new URL('-/v1/search', client.base);
  url.search = new URLSearchParams({ text: text.trim(), size: String(limit), from: String(from) }).toString();
  const found = await client.askJson(url, sentence('install.searching'), signal);
  if (!found || !Array.isArray(found.objects))
    throw new InstallError('INSTALL_NO_SEARCH', sentence('install.registry_no_search', { host: client.base.host }));
  const items = found.objects.flatMap((value) => toFound(value) ?? []);
  // if a registry also counts packages that are not plugins, its count is useless
  const isWhole = items.length === found.objects.length;
  return { items, total: isWhole && typeof found.total === 'number' ? found.total : from + items.length };
}

async function askForArchive(
  client: RegistryClient,
  { name, version, tarball }: PublishedVersion,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const { base, timeoutMs } = client;
  const url = URL.canParse(tarball, base.href) ? new URL(tarball, base.href) : undefined;
  if (!url)
    throw new InstallError(
      'INSTALL_REGISTRY_ANSWER',
      sentence('install.registry_no_address', { host: base.host, plugin: `${name} ${version}` }),
    );
  try {
    return await client.ask(url, sentence('install.downloading', { name }), signal, {
      maxBytes: ARCHIVE_LIMITS.packedBytes,
      timeoutMs: timeoutMs * 10,
    });
  } catch (error) {
    if (error instanceof InstallError && /more than the [\d,]+ bytes/.test(error.message)) {
      throw new InstallError('INSTALL_TOO_LARGE', sentence('install.archive_too_large', { plugin: `${name} ${version}` }), {
        cause: error,
      });
    }
    throw error;
  }
}

async function downloadArchive(client: RegistryClient, published: PublishedVersion, signal?: AbortSignal): Promise<Uint8Array> {
  const { name, version, integrity, shasum } = published;
  const answer = await askForArchive(client, published, signal);
  if (answer.status === 404)
    throw new InstallError('INSTALL_NOT_FOUND', sentence('install.archive_missing', { plugin: `${name} ${version}` }));
  if (!hasIntegrity(answer.body, integrity, shasum)) {
    const text = sentence('install.archive_differs', { plugin: `${name} ${version}`, host: client.base.host });
    throw new InstallError('INSTALL_INTEGRITY', text);
  }
  const { pkg } = await readPackageArchive(answer.body);
  if (pkg['name'] === name && pkg['version'] === version) return answer.body;
  // the registry's metadata comes from whoever published the version, and people choose by it
  const itself = `${String(pkg['name'])} ${String(pkg['version'])}`.slice(0, 200);
  throw new InstallError('INSTALL_INTEGRITY', sentence('install.archive_calls_itself', { plugin: `${name} ${version}`, other: itself }));
}

/** Creates a client for a registry. It sends nothing before it is used. */
export function createRegistry(options: RegistryOptions): Registry {
  const client = createRegistryClient(options);
  const { href, host } = client.base;

  return {
    address: () => Promise.resolve(href),
    versions: (name, signal) => readVersions(client, name, signal),
    async search(wanted) {
      const known = await searchFor(client, `${KEYWORD} ${wanted.text}`, wanted);
      // some registries search for the words literally, or answer with anything
      return known.items.length > 0 ? known : searchFor(client, `lectern-plugin ${wanted.text}`, wanted);
    },
    async resolve(name, wanted, signal) {
      if (wanted !== undefined) assertWantedVersion(wanted);
      const found = await readVersions(client, name, signal);
      const published = chooseVersion(found, wanted);
      if (published) return published;
      throw noSuchVersion(host, found, wanted);
    },
    download: (published, signal) => downloadArchive(client, published, signal),
  };
}
