/** Texts of a package for people. They are not trusted, and rendered as plain text. */
export interface PackageTexts {
  readonly readme?: string;
  readonly changelog?: string;
}

/** The most characters of a text that are kept. */
export const LONGEST_TEXT = 256 * 1024;

const MEMBERS: Readonly<Record<string, keyof PackageTexts>> = { 'readme.md': 'readme', 'changelog.md': 'changelog' };

/** Which text a file at the top of a package contains. */
export function textMember(path: string): keyof PackageTexts | undefined {
  const name = path.toLowerCase();
  return Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
}

/** Where the package says its source is, as an address for a browser. */
export function repositoryOf({ repository }: { readonly repository?: unknown }): string | undefined {
  const named = typeof repository === 'object' && repository !== null ? (repository as { url?: unknown }).url : repository;
  if (typeof named !== 'string' || named.length > 1000) return undefined;
  const address = named
    .replace(/^git\+/, '')
    .replace(/^(?:ssh|git):\/\/(?:git@)?/, 'https://')
    .replace(/^github:/, '')
    .replace(/\.git$/, '');
  const full = /^[\w.-]+\/[\w.-]+$/.test(address) ? `https://github.com/${address}` : address;
  return /^https?:\/\//.test(full) && URL.canParse(full) ? new URL(full).href : undefined;
}
