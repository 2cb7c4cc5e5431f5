import type { PluginStorage } from '@lectern/plugin-api';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { randomBytes } from 'node:crypto';

/** Minutes in which somebody must sign in at the provider. */
const FLOW_MINUTES = 10;
const KEY = 'flow-key';

/** The data needed when the browser comes back. */
export interface FlowState {
  /** The state parameter of the address. */
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  /** Seconds since the epoch: an earlier sign-in at the provider must be repeated. Absent: any is accepted. */
  readonly notBefore?: number;
}

/** Seals flows, so that nothing is stored for those that are never finished. */
export interface FlowStates {
  seal(flow: FlowState): Promise<string>;
  /** `over` if it is too old; `undefined` if it is not one of ours. */
  open(sealed: string): Promise<FlowState | 'over' | undefined>;
}

export function createFlowStates(storage: PluginStorage, now: () => number): FlowStates {
  let key: Promise<Uint8Array> | undefined;

  async function readKey(): Promise<Uint8Array> {
    const kept = await storage.get<string>(KEY);
    if (typeof kept === 'string') return Buffer.from(kept, 'base64url');
    await storage.set(KEY, randomBytes(32).toString('base64url'));
    // Another process may have stored one at the same time; both use the stored one.
    return Buffer.from((await storage.get<string>(KEY)) ?? '', 'base64url');
  }

  function sealKey(): Promise<Uint8Array> {
    key ??= readKey().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  }
  const seconds = () => Math.floor(now() / 1000);

  return {
    seal: async (flow) =>
      new EncryptJWT({ ...flow })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(seconds() + FLOW_MINUTES * 60)
        .encrypt(await sealKey()),
    async open(sealed) {
      const opener = await sealKey();
      try {
        const { payload } = await jwtDecrypt<FlowState>(sealed, opener, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp', 'state', 'nonce', 'verifier', 'redirectUri'],
          currentDate: new Date(now()),
        });
        return payload;
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'over' : undefined;
      }
    },
  };
}
