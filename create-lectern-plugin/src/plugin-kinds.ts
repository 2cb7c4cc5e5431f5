/** What a scaffold can be of. The name is that of the folder in `templates/`. */
export const KIND_NAMES = [
  'indexer',
  'download-client',
  'media-server',
  'notifier',
  'shelf-provider',
  'ebook-source',
  'catalog',
  'sign-in-provider',
] as const;

export type KindName = (typeof KIND_NAMES)[number];

export interface PluginKind {
  readonly name: KindName;
  /** In the manifest's `provides`. */
  readonly provides: string;
  /** What ids of this kind begin with. */
  readonly prefix: string;
  readonly instances: 'one' | 'many' | 'per-user';
  readonly does: string;
}

const KINDS: Readonly<Record<KindName, Omit<PluginKind, 'name'>>> = {
  indexer: { provides: 'indexer', prefix: 'indexer', instances: 'many', does: 'Finds releases with' },
  'download-client': { provides: 'downloadClient', prefix: 'client', instances: 'many', does: 'Downloads with' },
  'media-server': { provides: 'mediaServer', prefix: 'media', instances: 'many', does: 'Reads and refreshes the libraries of' },
  notifier: { provides: 'notifier', prefix: 'notify', instances: 'many', does: 'Announces events through' },
  'shelf-provider': { provides: 'shelfProvider', prefix: 'shelf', instances: 'per-user', does: 'Reads shelves of' },
  'ebook-source': { provides: 'ebookSource', prefix: 'ebook', instances: 'many', does: 'Fetches ebooks from' },
  catalog: { provides: 'catalog', prefix: 'catalog', instances: 'many', does: 'Knows books by' },
  'sign-in-provider': { provides: 'signInProvider', prefix: 'sign-in', instances: 'many', does: 'Lets people sign in with' },
};

function isKindName(text: string): text is KindName {
  return (KIND_NAMES as readonly string[]).includes(text);
}

/** @throws Error naming the kinds there are */
export function pluginKind(text: string): PluginKind {
  // `downloadClient` is what the manifest says, `download_client` what fingers do
  const name = text
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
  if (!isKindName(name)) throw new Error(`there is no kind "${text}"; the kinds are ${KIND_NAMES.join(', ')}`);
  return { name, ...KINDS[name] };
}
