import { rcompare, valid } from 'semver';
import { plainLabel } from '../../platform/text/plain-label.js';
import { isPluginName } from './package-name.js';
import type { PublishedPackage, PublishedVersion } from './published-package.js';

/** A plugin found by a search. */
export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly author?: string;
  readonly publishedAt?: string;
  readonly links: { readonly npm?: string; readonly homepage?: string; readonly repository?: string };
}

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value.slice(0, 1000) : undefined);

function webLink(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}

/** @returns nothing for anything that is not a plugin or cannot be read */
export function toFound(value: unknown): FoundPackage | undefined {
  const found = isObject(value) && isObject(value.package) ? value.package : undefined;
  const [name, version] = [textOf(found?.name), textOf(found?.version)];
  // a registry without keywords answers with whatever matches the words
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

/** A package as the registry describes it, newest version first. Leaves out what cannot be read. */
export function toPackage(name: string, found: Json): PublishedPackage {
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
