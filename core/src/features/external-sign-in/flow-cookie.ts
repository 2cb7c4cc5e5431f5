import { readJson } from '../../platform/db/index.js';
import type { SetCookie } from '../../platform/http/route.js';
import type { SecretBox } from '../../platform/security/secret-box.js';

/** An external sign-in in progress, bound to the browser that began it. */
export interface SignInFlow {
  readonly providerId: string;
  /** The plugin's. */
  readonly state: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** The user and session that link the account; absent for signing in. Neither is valid for the other. */
  readonly owner?: string;
}

export const FLOW_COOKIE = 'lectern_flow';
const FLOW_SECONDS = 10 * 60;

const common = { name: FLOW_COOKIE, httpOnly: true, path: '/api' } as const;

/** Keeps flows in a sealed cookie, so that any instance can finish them, even after a restart. */
export function createFlowCookie(box: SecretBox, now: () => Date) {
  return {
    begin(providerId: string, state: string, owner?: string): SetCookie {
      const flow: SignInFlow = { providerId, state, expires: now().getTime() + FLOW_SECONDS * 1000, owner };
      return { ...common, value: box.seal(JSON.stringify(flow)), maxAgeSeconds: FLOW_SECONDS };
    },
    end: (): SetCookie => ({ ...common, value: '', maxAgeSeconds: 0 }),
    /** `undefined` if the cookie is missing, not ours, for another provider or purpose, or expired. */
    read(value: string | undefined, providerId: string, owner?: string): SignInFlow | undefined {
      if (value === undefined || value === '') return undefined;
      try {
        const flow = readJson<SignInFlow>(box.open(value));
        const isOurs = flow.providerId === providerId && flow.owner === owner;
        return isOurs && flow.expires > now().getTime() ? flow : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
