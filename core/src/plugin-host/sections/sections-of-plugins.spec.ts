import { HOOK_KINDS, PROVIDER_ANSWERS, type AnswerRules, type HookName, type ProviderKind } from '@lectern/plugin-api';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { startTestHost, stored, type TestHost } from '../__fixtures__/test-host.js';
import type { PluginHost, PluginHostDeps } from '../plugin-host.js';

const ID = 'integration-tampers';
const PLUGIN = 'notify-tampers';

type Blame = Parameters<NonNullable<PluginHostDeps['quarantine']>>[0];
type Ask = (host: PluginHost) => Promise<unknown>;

function membersOf(kind: ProviderKind, rules: AnswerRules, path: readonly string[] = []): [string, Ask][] {
  return Object.entries(rules).flatMap(([name, rule]): [string, Ask][] => {
    if (typeof rule !== 'string') return membersOf(kind, rule, [...path, name]);
    const what = [kind, ...path, name].join('.');
    const ask: Ask = async (host) =>
      host.provider(kind, ID)?.call(what, async (provider) => {
        const owner = path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], provider);
        await ((owner as Record<string, unknown>)[name] as () => Promise<unknown>)();
      });
    return [[what, ask]];
  });
}

const request = { id: 'r', type: 'audiobook', status: 'pending', origin: 'web', user: { id: 'u', username: 'u' }, book: { asin: 'B' } };

function hook(name: HookName): [string, Ask] {
  return [name, (host) => (host.hooks[HOOK_KINDS[name]] as (name: HookName, payload: object) => Promise<unknown>)(name, { request })];
}

/** Members that are values are wrong as functions, which is found before anybody calls them. */
const VALUES = ['protocols', 'regions', 'signIn.kind', 'signIn.buttonText'];

const CALLS: readonly [string, Ask][] = [
  ['check', (host) => host.check(ID)],
  ['choices', (host) => host.choices(PLUGIN, 'list', { greeting: 'x' })],
  ['stop', (host) => host.remove(ID, 'disabled')],
  ...Object.entries(PROVIDER_ANSWERS)
    .flatMap(([kind, rules]) => membersOf(kind as ProviderKind, rules))
    .filter(([what]) => !VALUES.some((value) => what.endsWith(value)) && !/kind$|buttonText$/.test(what)),
  ...(Object.keys(HOOK_KINDS) as HookName[]).filter((name) => name !== 'plugin.stateChanged').map(hook),
];

describe('a plugin that changes built-in objects', () => {
  let test: TestHost;
  let blamed: Blame[];
  let tamper: (() => void) | undefined;

  beforeEach(async () => {
    blamed = [];
    tamper = undefined;
    Object.assign(globalThis, { lecternTamper: () => tamper?.() });
    test = await startTestHost(['tampers'], [stored('tampers')], { quarantine: (record) => void blamed.push(record) });
  });
  afterEach(async () => {
    tamper = undefined;
    Reflect.deleteProperty(Object.prototype, 'planted');
    await test.close();
  });

  /** Lets the plugin do something at its next call, and notes whether anybody else sees a trace of it. */
  async function seenWhile(harm: () => void, work: () => Promise<unknown>): Promise<boolean> {
    let isSeen = false;
    const { map } = Array.prototype;
    const look = () => void (isSeen ||= 'planted' in {} || Array.prototype.map !== map);
    const timer = setInterval(look, 1);
    tamper = () => {
      tamper = undefined;
      harm();
      // as soon as the plugin gives the thread back
      process.nextTick(look);
    };
    await work().catch(() => undefined);
    clearInterval(timer);
    look();
    return isSeen;
  }

  const pollute = () => void Object.assign(Object.prototype, { planted: 1 });

  for (const [what, ask] of CALLS) {
    it(`in ${what} is blamed for it, and nobody else sees it`, async () => {
      const isSeen = await seenWhile(pollute, () => ask(test.host));

      expect(isSeen).to.equal(false);
      expect(blamed.map(({ pluginId, message }) => [pluginId, inEnglish(message)])).to.deep.equal([
        [PLUGIN, 'it changed what all code of the server shares: Object.prototype.planted'],
      ]);
    });
  }

  it('is blamed for another method of every list', async () => {
    const isSeen = await seenWhile(
      () => void (Array.prototype.map = () => []),
      () => test.host.check(ID),
    );

    expect(isSeen).to.equal(false);
    expect(blamed.map(({ message }) => inEnglish(message))).to.deep.equal([
      'it changed what all code of the server shares: Array.prototype.map',
    ]);
  });

  it('is blamed for a getter in the place of another when the call has ended', async () => {
    const size = Object.getOwnPropertyDescriptor(Map.prototype, 'size') as PropertyDescriptor;

    await seenWhile(
      () => void Object.defineProperty(Map.prototype, 'size', { ...size, get: () => 7 }),
      () => test.host.check(ID),
    );

    expect(blamed.map(({ message }) => inEnglish(message))).to.deep.equal([
      'it changed what all code of the server shares: Map.prototype.size',
    ]);
    expect(new Map().size).to.equal(0);
  });

  const LEFT_BEHIND: Readonly<Record<string, (harm: () => void) => void>> = {
    'a timer': (harm) => void setTimeout(harm, 20),
    'a promise': (harm) => void new Promise((resolve) => setTimeout(resolve, 20)).then(harm),
    'an immediate': (harm) => void setImmediate(() => setImmediate(harm)),
    'a tick': (harm) => process.nextTick(harm),
  };
  for (const [what, leave] of Object.entries(LEFT_BEHIND)) {
    it(`in ${what} that it left behind is blamed for it`, async () => {
      tamper = () => {
        tamper = undefined;
        leave(pollute);
      };

      await test.host.check(ID).catch(() => undefined);
      await until(() => blamed.length > 0);

      expect(blamed.map(({ pluginId }) => pluginId)).to.deep.equal([PLUGIN]);
      expect('planted' in {}).to.equal(false);
    });
  }

  it('is found among others that run at the same time', async () => {
    await test.close();
    const both = [stored('tampers'), stored('healthy')];
    test = await startTestHost(['tampers', 'healthy'], both, { quarantine: (record) => void blamed.push(record) });
    tamper = () => {
      tamper = undefined;
      pollute();
    };

    const asked = [test.host.check('integration-healthy'), test.host.check(ID), test.host.check('integration-healthy')];
    await Promise.allSettled(asked);

    expect(blamed.map(({ pluginId }) => pluginId)).to.deep.equal([PLUGIN]);
  });
});
