import { HOOK_KINDS, isIntegrationError, PROVIDER_ANSWERS } from '@lectern/plugin-api';
import type { AnswerRules, IntegrationError, ProviderKind, HOOK_ANSWERS } from '@lectern/plugin-api';
import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { startTestHost, stored, type TestHost } from '../__fixtures__/test-host.js';
import type { PluginHost } from '../plugin-host.js';
import { WRONG_ANSWERS } from './wrong-answers.spec.support.js';

const ID = 'integration-answers-wrongly';
const signal = new AbortController().signal;

type Ask = (host: PluginHost) => Promise<unknown>;

/** Asks one member of a provider, as features do. */
function member(kind: ProviderKind, name: string, path: readonly string[] = []): [string, Ask] {
  const what = [kind, ...path, name].join('.');
  return [
    what,
    async (host) =>
      host.provider(kind, ID)?.call(what, async (provider) => {
        const owner = path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], provider);
        const found = (owner as Record<string, unknown>)[name];
        return typeof found === 'function' ? (found as (...args: unknown[]) => Promise<unknown>)({ signal }, { signal }) : found;
      }),
  ];
}

/** Everything of a kind that answers something. A text is right where any is. */
function membersOf(kind: ProviderKind, rules: AnswerRules, path: readonly string[] = []): [string, Ask][] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    if (typeof rule !== 'string') return membersOf(kind, rule, [...path, name]);
    return rule === 'nothing' || rule === 'buttonText?' ? [] : [member(kind, name, path)];
  });
}

const ANSWERING: readonly [string, Ask][] = [
  ['check', (host) => host.check(ID)],
  ['check of a draft', (host) => host.checkDraft('notify-answers-wrongly', { greeting: 'x' })],
  ['choices', (host) => host.choices('notify-answers-wrongly', 'list', { greeting: 'x' })],
  ...Object.entries(PROVIDER_ANSWERS).flatMap(([kind, rules]) => membersOf(kind as ProviderKind, rules)),
];

const request = { id: 'r', type: 'audiobook', status: 'pending', origin: 'web', user: { id: 'u', username: 'u' }, book: { asin: 'B' } };
const PAYLOADS: Record<keyof typeof HOOK_ANSWERS, object> = {
  'request.submitting': { user: request.user, book: request.book, type: 'audiobook', origin: 'web' },
  'request.approving': { request },
  'release.selecting': { request, candidates: [] },
  'import.matching': { request, path: '/x' },
  'search.querying': { request, queries: [] },
  'search.ranking': { request, candidates: [] },
  'download.adding': { request, options: { name: 'n', category: 'c' } },
  'import.planning': { request, directory: '/d', files: [] },
  'notification.composing': { message: { event: 'e', title: 't' } },
  'shelf.importing': { shelf: 's', books: [] },
};

async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    (answer) => new Error(`expected a fault, got ${typeof answer}`),
    (reason: unknown) => reason,
  );
  if (!isIntegrationError(error)) throw error as Error;
  return error;
}

function answerWith(make: () => unknown): void {
  Object.assign(globalThis, { lecternWrongAnswer: make });
}

describe('a wrong answer from a plugin', () => {
  let test: TestHost;

  before(async () => {
    test = await startTestHost(['answers-wrongly', 'healthy'], [stored('answers-wrongly'), stored('healthy')], {
      limits: { callMs: 60_000, hookMs: 60_000 },
      circuit: { threshold: 100_000 },
    });
  });
  after(async () => {
    await test.close();
    Reflect.deleteProperty(globalThis, 'lecternWrongAnswer');
  });

  for (const [wrong, make] of Object.entries(WRONG_ANSWERS)) {
    it(`is a fault of that plugin alone, wherever it is given, if it is ${wrong}`, async () => {
      answerWith(make);

      for (const [what, ask] of ANSWERING) {
        const fault = await faultOf(ask(test.host));

        expect(fault.code, what).to.equal('INTEGRATION_BAD_RESPONSE');
        expect(fault.message.length, what).to.be.lessThan(5000);
        if (wrong !== 'an error of numbers') expect(fault.message, what).to.match(/the plugin notify-answers-wrongly has a defect in /);
      }
      expect(await test.host.check('integration-healthy')).to.include({ ok: true });
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
      expect(() => JSON.stringify(test.host.instances())).not.to.throw();
    });

    it(`is ignored in every hook if it is ${wrong}`, async () => {
      answerWith(make);

      for (const [hook, payload] of Object.entries(PAYLOADS)) {
        const kind = HOOK_KINDS[hook as keyof typeof HOOK_ANSWERS];
        const run = test.host.hooks[kind] as (hook: string, payload: object) => Promise<unknown>;
        const answer = await run(hook, payload);

        expect(answer, hook).to.deep.equal(kind === 'veto' ? undefined : payload);
      }
    });
  }

  it('is reported with the wrong member, and remembered in a printable form', async () => {
    answerWith(() => ({ ok: true, version: 7 }));

    const fault = await faultOf(test.host.check(ID));

    expect(fault.message).to.contain('has a defect in check: what it answers is not as the contract says: version must be string');
    const info = test.host.instances().find(({ integrationId }) => integrationId === ID);
    expect(info?.lastCheck).to.include({ ok: false });
    expect(inEnglish(info?.lastError?.message ?? '')).to.contain('version must be string');
  });

  it('is reported with the release of a search that is wrong', async () => {
    const release = { guid: 'g', title: 't', protocol: 'torrent', indexer: { id: 'i', name: 'I' }, flags: [], private: {} };
    answerWith(() => ({ releases: [release, { ...release, private: { deep: [1n] } }], sources: [] }));
    const [, search] = member('indexer', 'search');

    const fault = await faultOf(search(test.host));

    expect(fault.message).to.contain('the answer.releases[1].private.deep[0] is a bigint');
  });

  it('is harmless where no answer is expected', async () => {
    answerWith(() => ({ answer: 1n }));
    const [, send] = member('notifier', 'send');

    expect(await send(test.host)).to.equal(undefined);
  });

  it('is also found in the members of a provider', async () => {
    answerWith(() => 7);
    const [, buttonText] = member('signInProvider', 'buttonText');

    expect((await faultOf(buttonText(test.host))).message).to.contain('has a defect in signInProvider.buttonText');
  });

  it('ends with the call’s time limit if it never comes', async () => {
    answerWith(() => new Promise(() => undefined));

    const fault = await faultOf(
      test.host.provider('indexer', ID)?.call('search', (indexer) => indexer.search({} as never, { signal }), { timeoutMs: 50 }) ??
        Promise.resolve(),
    );

    expect(fault.code).to.equal('INTEGRATION_UNAVAILABLE');
    expect(fault.message).to.contain('did not answer within 0.05 s');
  });

  it('is none if it has members of a newer contract, which are left out', async () => {
    answerWith(() => ({ ok: true, version: '1', mood: 'good' }));

    expect(await test.host.check(ID)).to.deep.equal({ ok: true, version: '1' });
  });
});
