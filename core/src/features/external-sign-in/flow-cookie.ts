import type { SetCookie } from '../../platform/http/route.js';
import type { SecretBox } from '../../platform/security/secret-box.js';

/** A sign-in that has begun elsewhere, bound to the browser that began it. */
export interface SignInFlow {
  readonly providerId: string;
  /** The plugin's. */
  readonly state: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export const FLOW_COOKIE = 'lectern_flow';
const FLOW_SECONDS = 10 * 60;

/** Keeps flows in a sealed cookie, so that any instance can finish them, also after a restart. */
export function createFlowCookie(box: SecretBox, now: () => Date) {
  return {
    begin(providerId: string, state: string): SetCookie {
      const flow: SignInFlow = { providerId, state, expires: now().getTime() + FLOW_SECONDS * 1000 };
      return {
        name: FLOW_COOKIE,
        value: box.seal(JSON.stringify(flow)),
        httpOnly: true,
        maxAgeSeconds: FLOW_SECONDS,
        path: '/api/auth/external',
      };
    },
    end: (): SetCookie => ({ name: FLOW_COOKIE, value: '', httpOnly: true, maxAgeSeconds: 0, path: '/api/auth/external' }),
    /** `undefined` for a cookie that is missing, not ours, of another provider, or over. */
    read(value: string | undefined, providerId: string): SignInFlow | undefined {
      if (value === undefined || value === '') return undefined;
      try {
        const flow = JSON.parse(box.open(value)) as SignInFlow;
        return flow.providerId === providerId && flow.expires > now().getTime() ? flow : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
