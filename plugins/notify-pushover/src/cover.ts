import { isIntegrationError } from '@lectern/plugin-api';
import type { PluginHttp, PluginLogger } from '@lectern/plugin-api';
import type { Attachment } from './schema.js';

/** Pushover accepts 5 MB, but a cover on a phone needs less. */
const LARGEST_BYTES = 2_500_000;

/** The most milliseconds that a message waits for its picture. */
const FETCH_MS = 3_000;

/** Image types by their first bytes; the server's claim is ignored. */
const KINDS = [
  { contentType: 'image/jpeg', extension: 'jpg', begins: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', extension: 'png', begins: [0x89, 0x50, 0x4e, 0x47] },
  { contentType: 'image/gif', extension: 'gif', begins: [0x47, 0x49, 0x46, 0x38] },
] as const;

/** Fetches a cover to attach. If anything goes wrong, the message is sent without it. @throws only when aborted */
export async function fetchCover(
  http: PluginHttp,
  log: PluginLogger,
  url: string | undefined,
  signal: AbortSignal,
): Promise<Attachment | undefined> {
  if (url === undefined) return undefined;
  try {
    const { body } = await http.request({ url, timeoutMs: FETCH_MS, maxBytes: LARGEST_BYTES, retry: false, signal });
    const kind = KINDS.find(({ begins }) => begins.every((byte, index) => body[index] === byte));
    return kind && { bytes: body, contentType: kind.contentType, filename: `cover.${kind.extension}` };
  } catch (error) {
    if (signal.aborted || !isIntegrationError(error)) throw error;
    log.debug('a cover could not be fetched; the message goes without', { code: error.code });
    return undefined;
  }
}
