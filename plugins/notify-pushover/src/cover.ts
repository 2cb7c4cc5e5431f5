import { isIntegrationError } from '@lectern/plugin-api';
import type { PluginHttp, PluginLogger } from '@lectern/plugin-api';
import type { Attachment } from './schema.js';

/** Pushover takes 5 MB; a cover on a phone does not need them. */
const LARGEST_BYTES = 2_500_000;

/** A message does not wait longer than this for its picture. */
const FETCH_MS = 3_000;

/** Kinds of picture by how their bytes begin; what a server says of them is not believed. */
const KINDS = [
  { contentType: 'image/jpeg', extension: 'jpg', begins: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', extension: 'png', begins: [0x89, 0x50, 0x4e, 0x47] },
  { contentType: 'image/gif', extension: 'gif', begins: [0x47, 0x49, 0x46, 0x38] },
] as const;

/** Fetches a cover to attach. Whatever goes wrong: the message goes without. @throws only when aborted */
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
