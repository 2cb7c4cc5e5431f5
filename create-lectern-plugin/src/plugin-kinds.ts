import type { ProviderKind } from '@lectern/plugin-api';

/** A kind of plugin that can be created. */
export interface PluginKind {
  /** The value for `--kind`, and the name of its folder in `templates/`. */
  readonly name: string;
  /** In the manifest's `provides`. */
  readonly provides: string;
  /** Prefix of the ids of this kind. */
  readonly prefix: string;
  readonly instances: 'one' | 'many' | 'per-user';
  /** The beginning of such a plugin's description. */
  readonly does: string;
}

/** The plugin API names the kinds; all other names here derive from that. */
const KINDS: Readonly<Record<ProviderKind, Omit<PluginKind, 'name' | 'provides'>>> = {
  indexer: { prefix: 'indexer', instances: 'many', does: 'Finds releases with' },
  downloadClient: { prefix: 'client', instances: 'many', does: 'Downloads with' },
  mediaServer: { prefix: 'media', instances: 'many', does: 'Reads and refreshes the libraries of' },
  notifier: { prefix: 'notify', instances: 'many', does: 'Announces events through' },
  shelfProvider: { prefix: 'shelf', instances: 'per-user', does: 'Reads shelves of' },
  ebookSource: { prefix: 'ebook', instances: 'many', does: 'Fetches ebooks from' },
  catalog: { prefix: 'catalog', instances: 'many', does: 'Knows books by' },
  signInProvider: { prefix: 'sign-in', instances: 'many', does: 'Lets people sign in with' },
};

/** The manifest says `downloadClient`, people type `download_client`; both become `download-client`. */
function kebabCase(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

const PLUGIN_KINDS: readonly PluginKind[] = Object.entries(KINDS).map(([provides, rest]) => ({
  name: kebabCase(provides),
  provides,
  ...rest,
}));

export const KIND_NAMES: readonly string[] = PLUGIN_KINDS.map(({ name }) => name);

/** @throws Error naming the existing kinds */
export function pluginKind(text: string): PluginKind {
  const kind = PLUGIN_KINDS.find(({ name }) => name === kebabCase(text));
  if (!kind) throw new Error(`there is no kind "${text}"; the kinds are ${KIND_NAMES.join(', ')}`);
  return kind;
}
