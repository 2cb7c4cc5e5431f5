import type { PublishedPackage, PublishedVersion } from './published-package.js';
import { isIntegrationError, type HttpResponse } from '@lectern/plugin-api';
import { rcompare, valid } from 'semver';
import { createPluginHttp } from '../../platform/http-client/plugin-http.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import { chooseVersion } from './choose-version.js';
import { InstallError } from './install-error.js';
import { hasIntegrity } from './integrity.js';
import { ARCHIVE_LIMITS, readPackageArchive } from './package-archive.js';
import { assertPluginName, assertWantedVersion, isPluginName } from './package-name.js';

/** A plugin that was found by searching. */
export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly author?: string;
  readonly publishedAt?: string;
  readonly links: { readonly npm?: string; readonly homepage?: string; readonly repository?: string };
}

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

/** The part of a registry that is needed before npm comes in. */
export interface Registry {
  /** Its base address. @throws InstallError when none is known */
  readonly address: () => Promise<string>;
  search(wish: SearchWish): Promise<SearchOutcome>;
  /** @throws InstallError INSTALL_NOT_FOUND, or one of the registry's own codes */
  versions(name: string, signal?: AbortSignal): Promise<PublishedPackage>;
  /**
   * The version that is meant by a version, a range, a tag, or nothing, which is the newest made for this server.
   *
   * @throws InstallError INSTALL_NOT_FOUND, INSTALL_NO_SUCH_VERSION, INSTALL_VERSION_INVALID, or one of the registry's own
   */
  resolve(name: string, wanted?: string, signal?: AbortSignal): Promise<PublishedVersion>;
  /** Its bytes, checked against what the registry says of them. @throws InstallError */
  download(published: PublishedVersion, signal?: AbortSignal): Promise<Uint8Array>;
}

export interface RegistryOptions {
  /** Base address, with or without a slash at its end. */
  readonly url: string;
  /** Sent to the registry's own origin only. */
  readonly token?: string;
  readonly userAgent: string;
  readonly redact: (text: string) => string;
  /** Milliseconds an answer may take; a tarball may take ten times as long. Default 15,000. */
  readonly timeoutMs?: number;
}

const LARGEST_ANSWER = 20 * 1024 * 1024;
const KEYWORD = 'keywords:lectern-plugin';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value.slice(0, 1000) : undefined);

function webLink(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}

function toFound(value: unknown): FoundPackage | undefined {
  const found = isObject(value) && isObject(value.package) ? value.package : undefined;
  const [name, version] = [textOf(found?.name), textOf(found?.version)];
  // a registry that does not know keywords answers with whatever matches the words
  if (!found || name === undefined || version === undefined || valid(version) === null || !isPluginName(name)) return undefined;
  const { keywords } = found;
  if (Array.isArray(keywords) && !keywords.includes('lectern-plugin')) return undefined;
  const links = isObject(found.links) ? found.links : {};
  const author = isObject(found.publisher)
    ? textOf(found.publisher.username)
    : isObject(found.author)
      ? textOf(found.author.name)
      : undefined;
  const [npm, homepage, repository] = [webLink(links.npm), webLink(links.homepage), webLink(links.repository)];
  const [description, publishedAt] = [textOf(found.description), textOf(found.date)];
  return {
    name,
    version,
    ...(description === undefined ? {} : { description: plainLabel(description) }),
    ...(author === undefined ? {} : { author }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    links: { ...(npm ? { npm } : {}), ...(homepage ? { homepage } : {}), ...(repository ? { repository } : {}) },
  };
}

function toVersion(name: string, value: unknown): PublishedVersion | undefined {
  if (!isObject(value) || !isObject(value.dist)) return undefined;
  const [version, tarball] = [textOf(value.version), textOf(value.dist.tarball)];
  if (version === undefined || valid(version) !== version || tarball === undefined || value.name !== name) return undefined;
  const [integrity, shasum, deprecated] = [textOf(value.dist.integrity), textOf(value.dist.shasum), textOf(value.deprecated)];
  const api = isObject(value.lectern) ? textOf(value.lectern.api) : undefined;
  const node = isObject(value.engines) ? textOf(value.engines.node) : undefined;
  return {
    name,
    version,
    tarball,
    ...(integrity === undefined ? {} : { integrity }),
    ...(shasum === undefined ? {} : { shasum }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(api === undefined ? {} : { api }),
    ...(node === undefined ? {} : { node }),
    ...(isObject(value.dist.attestations) && isObject(value.dist.attestations.provenance) ? { hasProvenance: true } : {}),
  };
}

/** The newest few, in words. */
function someOf({ versions }: PublishedPackage): string {
  const shown = versions.slice(0, 5).map(({ version }) => version);
  const older = versions.length - shown.length;
  if (shown.length === 0) return 'no version of it at all';
  return `${shown.join(', ')}${older > 0 ? ` and ${older} older` : ''}`;
}

/** Makes a client for a registry. Nothing is asked before it is used. */
export function createRegistry(options: RegistryOptions): Registry {
  const base = new URL(options.url.endsWith('/') ? options.url : `${options.url}/`);
  const { host, hostname } = base;
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  const timeoutMs = options.timeoutMs ?? 15_000;
  const http = createPluginHttp({
    // the registry is the admin's choice and may be in the house; where its tarballs lie is not
    allowedHosts: () => [
      { host: hostname, port, private: true },
      { host: '*', private: false },
    ],
    userAgent: options.userAgent,
    retryDelayMs: 200,
    redact: options.redact,
  });

  function failed(error: unknown, what: string): InstallError {
    if (!isIntegrationError(error)) throw error;
    const { code, message } = error;
    if (code === 'INTEGRATION_ABORTED') return new InstallError('INSTALL_CANCELLED', 'It was cancelled.', { cause: error });
    if (code === 'INTEGRATION_UNAUTHORIZED' || code === 'INTEGRATION_FORBIDDEN') {
      return new InstallError('INSTALL_REGISTRY_REFUSED', `The registry ${host} does not allow ${what}: ${message}.`, { cause: error });
    }
    if (code === 'INTEGRATION_UNAVAILABLE' || code === 'INTEGRATION_RATE_LIMITED') {
      return new InstallError('INSTALL_REGISTRY_UNREACHABLE', `The registry ${host} cannot be reached: ${message}.`, { cause: error });
    }
    return new InstallError('INSTALL_REGISTRY_ANSWER', `The registry ${host} gave no usable answer: ${message}.`, { cause: error });
  }

  async function ask(
    url: URL,
    what: string,
    signal: AbortSignal | undefined,
    limits: { maxBytes: number; timeoutMs: number },
  ): Promise<HttpResponse> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (options.token !== undefined && url.origin === base.origin) headers.authorization = `Bearer ${options.token}`;
    try {
      return await http.request({ url: url.href, headers, signal, ...limits, acceptStatus: [200, 404] });
    } catch (error) {
      throw failed(error, what);
    }
  }

  async function askJson(url: URL, what: string, signal: AbortSignal | undefined): Promise<Json | undefined> {
    const answer = await ask(url, what, signal, { maxBytes: LARGEST_ANSWER, timeoutMs });
    if (answer.status === 404) return undefined;
    let body: unknown;
    try {
      body = answer.json();
    } catch (error) {
      throw failed(error, what);
    }
    if (isObject(body)) return body;
    throw new InstallError('INSTALL_REGISTRY_ANSWER', `The registry ${host} gave no usable answer.`);
  }

  async function versions(name: string, signal?: AbortSignal): Promise<PublishedPackage> {
    assertPluginName(name);
    const found = await askJson(new URL(name.replace('/', '%2f'), base), `reading ${name}`, signal);
    if (!found) throw new InstallError('INSTALL_NOT_FOUND', `The registry ${host} has no package ${name}.`);
    const all = Object.values(isObject(found.versions) ? found.versions : {}).flatMap((value) => toVersion(name, value) ?? []);
    const named = Object.entries(isObject(found['dist-tags']) ? found['dist-tags'] : {});
    const tags = Object.fromEntries(named.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    const { latest } = tags;
    return {
      name,
      ...(latest === undefined ? {} : { latest }),
      tags,
      versions: all.sort((a, b) => rcompare(a.version, b.version)),
    };
  }

  async function searchFor(text: string, { limit, from, signal }: SearchWish): Promise<SearchOutcome> {
    const url = new URL('-/v1/search', base);
    url.search = new URLSearchParams({ text: text.trim(), size: String(limit), from: String(from) }).toString();
    const found = await askJson(url, 'searching', signal);
    if (!found || !Array.isArray(found.objects)) throw new InstallError('INSTALL_NO_SEARCH', `The registry ${host} cannot be searched.`);
    const items = found.objects.flatMap((value) => toFound(value) ?? []);
    // where a registry counts what is no plugin too, what it has counted is not to be believed
    const isWhole = items.length === found.objects.length;
    return { items, total: isWhole && typeof found.total === 'number' ? found.total : from + items.length };
  }

  return {
    address: () => Promise.resolve(base.href),
    versions,
    async search(wanted) {
      const known = await searchFor(`${KEYWORD} ${wanted.text}`, wanted);
      // some registries look for the words as they stand, or answer whatever they have
      return known.items.length > 0 ? known : searchFor(`lectern-plugin ${wanted.text}`, wanted);
    },
    async resolve(name, wanted, signal) {
      if (wanted !== undefined) assertWantedVersion(wanted);
      const found = await versions(name, signal);
      const published = chooseVersion(found, wanted);
      if (published) return published;
      const label = wanted === undefined ? name : `${name} ${wanted}`;
      throw new InstallError('INSTALL_NO_SUCH_VERSION', `The registry ${host} has no ${label}; it has ${someOf(found)}.`);
    },
    async download(published, signal) {
      const { name, version, tarball, integrity, shasum } = published;
      const url = URL.canParse(tarball, base.href) ? new URL(tarball, base.href) : undefined;
      if (!url) throw new InstallError('INSTALL_REGISTRY_ANSWER', `The registry ${host} names no address for ${name} ${version}.`);
      let answer: HttpResponse;
      try {
        answer = await ask(url, `downloading ${name}`, signal, { maxBytes: ARCHIVE_LIMITS.packedBytes, timeoutMs: timeoutMs * 10 });
      } catch (error) {
        if (error instanceof InstallError && /more than the \d+ bytes/.test(error.message)) {
          throw new InstallError('INSTALL_TOO_LARGE', `The archive of ${name} ${version} is larger than 20 MB.`, { cause: error });
        }
        throw error;
      }
      if (answer.status === 404) throw new InstallError('INSTALL_NOT_FOUND', `The archive of ${name} ${version} is not in the registry.`);
      if (!hasIntegrity(answer.body, integrity, shasum)) {
        throw new InstallError('INSTALL_INTEGRITY', `What came as ${name} ${version} is not what the registry ${host} says it is.`);
      }
      const { pkg } = await readPackageArchive(answer.body);
      if (pkg['name'] === name && pkg['version'] === version) return answer.body;
      // a registry reads only what it is told when a version is published, and people choose by that
      const itself = `${String(pkg['name'])} ${String(pkg['version'])}`.slice(0, 200);
      throw new InstallError('INSTALL_INTEGRITY', `What the registry has as ${name} ${version} calls itself ${itself}.`);
    },
  };
}
