import type { Catalog } from './kinds/catalog.js';
import type { DownloadClient } from './kinds/download-client.js';
import type { EbookSource } from './kinds/ebook-source.js';
import type { Indexer } from './kinds/indexer.js';
import type { MediaServer } from './kinds/media-server.js';
import type { Notifier } from './kinds/notifier.js';
import type { ShelfProvider } from './kinds/shelf-provider.js';
import type { SignInProvider } from './kinds/sign-in-provider.js';

/** The extension points. @since 1.0.0 */
export interface Providers {
  readonly indexer?: Indexer;
  readonly downloadClient?: DownloadClient;
  readonly mediaServer?: MediaServer;
  readonly notifier?: Notifier;
  readonly shelfProvider?: ShelfProvider;
  readonly ebookSource?: EbookSource;
  readonly catalog?: Catalog;
  /** @since 1.1.0 */
  readonly signInProvider?: SignInProvider;
}

/** @since 1.0.0 */
export type ProviderKind = keyof Providers;

/** Returns the list. A list that lacks a kind does not compile. */
function everyKind<const List extends readonly ProviderKind[]>(list: List & (ProviderKind extends List[number] ? unknown : never)): List {
  return list;
}

/** @since 1.0.0 */
export const PROVIDER_KINDS = everyKind([
  'indexer',
  'downloadClient',
  'mediaServer',
  'notifier',
  'shelfProvider',
  'ebookSource',
  'catalog',
  'signInProvider',
]);
