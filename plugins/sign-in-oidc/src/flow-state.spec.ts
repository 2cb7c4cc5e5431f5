import type { JsonValue, PluginStorage } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createFlowStates, type FlowState } from './flow-state.js';

const FLOW: FlowState = { state: 's', nonce: 'n', verifier: 'v', redirectUri: 'https://books.example/return' };
const now = (): number => Date.UTC(2026, 0, 5, 10);

function memory(): PluginStorage & { isAway: boolean } {
  const kept = new Map<string, JsonValue>();
  const storage = {
    isAway: false,
    async get<T extends JsonValue>(key: string): Promise<T | undefined> {
      if (storage.isAway) throw new Error('the store is away');
      return kept.get(key) as T | undefined;
    },
    async set(key: string, value: JsonValue): Promise<void> {
      kept.set(key, value);
    },
    async delete(key: string): Promise<void> {
      kept.delete(key);
    },
  };
  return storage;
}

async function messageOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
}

describe('states of an OpenID Connect sign-in', () => {
  it('can be sealed again once a failed store is back', async () => {
    const storage = memory();
    const states = createFlowStates(storage, now);
    storage.isAway = true;
    expect(await messageOf(states.seal(FLOW))).to.equal('the store is away');
    storage.isAway = false;
    expect(await states.open(await states.seal(FLOW))).to.include({ ...FLOW });
  });

  it('are not treated as forged while the store is down', async () => {
    const storage = memory();
    const sealed = await createFlowStates(storage, now).seal(FLOW);
    storage.isAway = true;
    expect(await messageOf(createFlowStates(storage, now).open(sealed))).to.equal('the store is away');
  });

  it('can be opened by both of two processes that start at the same time', async () => {
    const storage = memory();
    const [one, other] = [createFlowStates(storage, now), createFlowStates(storage, now)];
    const [byOne, byOther] = await Promise.all([one.seal(FLOW), other.seal(FLOW)]);
    expect(await one.open(byOther)).to.include({ ...FLOW });
    expect(await other.open(byOne)).to.include({ ...FLOW });
  });
});
