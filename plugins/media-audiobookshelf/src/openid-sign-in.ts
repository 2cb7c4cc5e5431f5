import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PluginLogger, RedirectSignIn } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { fault } from './fault.js';
import { toAccount } from './sign-in.js';

/** The data needed when the browser returns. Audiobookshelf ties the sign-in to its cookies, which stay with us. */
interface Flow {
  readonly state: string;
  readonly verifier: string;
  readonly cookies: string;
}

const random = (): string => randomBytes(32).toString('base64url');

function readFlow(text: string): Flow | undefined {
  try {
    const { state, verifier, cookies } = JSON.parse(text) as Record<string, unknown>;
    return typeof state === 'string' && typeof verifier === 'string' && typeof cookies === 'string'
      ? { state, verifier, cookies }
      : undefined;
  } catch {
    return undefined;
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Signs in with Audiobookshelf accounts through the OpenID provider of Audiobookshelf: the browser goes to that
 * provider, then to Audiobookshelf, and then back here, where the code is exchanged with Audiobookshelf.
 */
export function createOpenIdSignIn(
  client: Pick<AudiobookshelfClient, 'beginOpenId' | 'finishOpenId' | 'signOut'>,
  log: PluginLogger,
): RedirectSignIn {
  return {
    kind: 'redirect',
    async begin({ returnUrl }, call) {
      const [state, verifier] = [random(), random()];
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const { url, cookies } = await client.beginOpenId({ returnUrl, state, challenge }, call);
      const flow: Flow = { state, verifier, cookies };
      return { url, state: JSON.stringify(flow) };
    },

    async finish({ state: kept, query }, call) {
      const flow = readFlow(kept);
      if (!flow || query['state'] === undefined || !isSame(query['state'], flow.state)) {
        throw fault('INTEGRATION_UNAUTHORIZED', 'sign_in_not_begun_here');
      }
      const { code } = query;
      if (code === undefined || code === '') {
        throw fault('INTEGRATION_FORBIDDEN', 'sign_in_not_completed');
      }
      return toAccount(await client.finishOpenId({ ...flow, code }, call), client, log, call);
    },
  };
}
