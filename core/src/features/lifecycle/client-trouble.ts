import type { DownloadStatus } from '@lectern/plugin-api';
import { inEnglish, saidOfRemark, type ForeignWords, type Said, type Sentence } from '../../platform/words/index.js';

/** Under it the server's own client has a sentence, which no plugin can make: what plugins answer has members with names only. */
const SAID = Symbol('said');

/** The trouble of a download by the server's own client: in English as every client tells it, and as the sentence that it is. */
export function saidTrouble(said: Said): Pick<DownloadStatus, 'error'> {
  return { error: inEnglish(said), ...(typeof said === 'string' ? {} : { [SAID]: said }) };
}

/** What a client says is wrong with a download. @param plugin whose sentences it says */
export function troubleOf(status: Pick<DownloadStatus, 'error'>, plugin: string): Sentence | ForeignWords | undefined {
  const said = (status as { readonly [SAID]?: Sentence })[SAID];
  return said ?? (status.error === undefined ? undefined : saidOfRemark(status.error, plugin));
}
