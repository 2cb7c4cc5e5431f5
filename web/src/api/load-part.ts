import { ApiError } from './api-error.js';
import { api } from './client.js';

/** Why a part of the program did not come: nobody was there, or the server has another version by now. */
async function explain(cause: unknown): Promise<ApiError> {
  const isThere = await api.GET('/api/version').then(
    ({ response }) => response.ok,
    () => false,
  );
  const code = isThere ? 'outdated' : 'network';
  return Object.assign(new ApiError(0, { code }), { cause });
}

/**
 * Waits for `import()` of a part of the program.
 *
 * @throws ApiError `network` without a connection, `outdated` when the server does not have the file any more
 */
export function loadPart<T>(part: Promise<T>): Promise<T> {
  return part.catch(async (cause: unknown) => {
    throw await explain(cause);
  });
}
