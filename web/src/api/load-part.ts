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

/** The addresses of styles that did not come. */
const missingStyles = new Set<string>();

/** Notes which styles did not come: Vite does not ask for them again, and would draw the part without them. */
export function watchStyles(): void {
  const note = ({ target }: Event): void => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    missingStyles.add(target.href);
    target.remove();
  };
  addEventListener('error', note, { capture: true });
}

function bringStyles(href: string): Promise<void> {
  missingStyles.delete(href);
  const link = document.createElement('link');
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${href} did not come`)));
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
    document.head.append(link);
  });
}

/**
 * Waits for `import()` of a part of the program, and for the messages and styles that it needs.
 *
 * @throws ApiError `network` without a connection, `outdated` if the server no longer has the file
 */
export async function loadPart<T>(part: Promise<T>): Promise<T> {
  try {
    const loaded = await part;
    await Promise.all([...missingStyles].map(bringStyles));
    await neededMessages();
    return loaded;
  } catch (cause) {
    throw await explain(cause);
  }
}
