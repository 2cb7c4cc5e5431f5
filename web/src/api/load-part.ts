import { neededMessages } from '../i18n/catalog.js';
import { ApiError } from './api-error.js';
import { api } from './client.js';

/** Why a part of the program did not load: the server was unreachable, or has another version by now. */
async function explain(cause: unknown): Promise<ApiError> {
  const isThere = await api.GET('/api/version').then(
    ({ response }) => response.ok,
    () => false,
  );
  const code = isThere ? 'outdated' : 'network';
  return Object.assign(new ApiError(0, { code }), { cause });
}

/**
 * Waits for `import()` of a part of the program, and for the messages that it needs.
 *
 * @throws ApiError `network` without a connection, `outdated` if the server no longer has the file
 */
export async function loadPart<T>(part: Promise<T>): Promise<T> {
  try {
    const loaded = await part;
    await neededMessages();
    return loaded;
  } catch (cause) {
    throw await explain(cause);
  }
}
