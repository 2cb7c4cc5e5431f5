import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { LibraryStore } from './library-store.js';
import type { LibraryScanner, ScanDeps } from './scan.js';

/** The dependencies of looking for placed books in media servers. */
export interface RefreshDeps extends Omit<ScanDeps, 'host'> {
  readonly host: Pick<PluginHost, 'hooks' | 'providers' | 'instances' | 'plugin'>;
  readonly store: LibraryStore;
  readonly scanner: LibraryScanner;
  /** Multiplies waits. */
  readonly timeScale: number;
}
