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
 * Waits for `import()` of a part of the program.
 *
 * @throws ApiError `network` without a connection, `outdated` if the server no longer has the file
 */
export function loadPart<T>(part: Promise<T>): Promise<T> {
  return part.catch(async (cause: unknown) => {
    throw await explain(cause);
  });
}
