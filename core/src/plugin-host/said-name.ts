import type { ProviderKind } from '@lectern/plugin-api';
import type { Said } from '../platform/words/index.js';
import type { BoundProvider } from './plugin-host.js';

/** What a provider is called in a sentence: by the name that a person gave it, or by what each language calls the server's own. */
export function saidName({ name, said }: Pick<BoundProvider<ProviderKind>, 'name' | 'said'>): Said {
  return said ?? name;
}
