import type { HookName, Hooks } from '@lectern/plugin-api';
import { HOOK_KINDS } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { HookError } from './errors.js';
import { sectionOwner } from './sections/sections.js';
import { createHooks, type HookRunner } from './hooks.js';

const request = {
  id: 'r1',
  type: 'audiobook' as const,
  status: 'pending',
  origin: 'web',
  user: { id: 'u', username: 'u' },
  book: { asin: 'B', title: 'T', authors: [], narrators: [] },
};
const submission = { user: request.user, book: request.book, type: request.type, origin: 'web' };
const planning = { request, directory: '/library', files: [{ from: '/a', to: 'a' }] };
const hang = () => new Promise<never>(() => undefined);
const fail = () => {
  throw new Error('thrown in a tap');
};

describe('hooks', () => {
  let failures: HookError[];
  let runner: HookRunner;
  const controllers = new Map<string, AbortController>();

  function tap(id: string, hooks: Hooks): void {
    const controller = new AbortController();
    controllers.set(id, controller);
    runner.register(
      { id, pluginId: `plugin-${id}`, sections: sectionOwner(`plugin-${id}`), name: `Owner ${id}`, signal: controller.signal },
      hooks,
    );
  }

  beforeEach(() => {
    failures = [];
    runner = createHooks({ timeoutMs: 40, onFailure: (error) => failures.push(error) });
  });

  describe('veto', () => {
    it('has no answer without taps, and otherwise the first answer in order of stages', async () => {
      const none = await runner.veto('request.submitting', submission);
      tap('late', { 'request.submitting': { handler: () => ({ refuse: 'late' }), stage: 10 } });
      tap('early', { 'request.submitting': { handler: () => undefined, stage: -10 } });
      tap('middle', { 'request.submitting': async () => ({ refuse: 'middle' }) });

      expect(none).to.equal(undefined);
      expect(await runner.veto('request.submitting', submission)).to.deep.equal({ refuse: 'middle' });
    });

    it('treats null as no answer', async () => {
      tap('a', { 'request.submitting': (() => null) as never });
      tap('b', { 'request.submitting': () => ({ refuse: 'b' }) });

      expect(await runner.veto('request.submitting', submission)).to.deep.equal({ refuse: 'b' });
    });

    it('continues past a throwing and a hanging tap', async () => {
      tap('throws', { 'request.submitting': fail });
      tap('hangs', { 'request.submitting': hang });
      tap('b', { 'request.submitting': () => ({ refuse: 'b' }) });

      expect(await runner.veto('request.submitting', submission)).to.deep.equal({ refuse: 'b' });
      expect(failures.map(({ code, owner, hook }) => [code, owner, hook])).to.deep.equal([
        ['HOOK_FAILED', 'throws', 'request.submitting'],
        ['HOOK_TIMEOUT', 'hangs', 'request.submitting'],
      ]);
    });

    it('refuses when a critical tap throws or hangs', async () => {
      for (const handler of [fail, hang]) {
        runner.revoke('a');
        tap('a', { 'request.submitting': { handler, critical: true } });

        const answer = await runner.veto('request.submitting', submission);

        expect(answer)
          .to.have.property('refuse')
          .that.matches(/^Owner a could not decide/);
      }
    });

    it('accepts only answers that fit the hook', async () => {
      const approving = async (answer: unknown) => {
        runner.revoke('a');
        tap('a', { 'request.approving': () => answer as never });
        return runner.veto('request.approving', { request });
      };
      tap('b', { 'release.selecting': () => ({ candidateId: 'not there' }) });

      expect(await approving({ approve: true })).to.deep.equal({ approve: true });
      expect(await approving({ approve: false })).to.equal(undefined);
      expect(await approving({ refuse: '' })).to.equal(undefined);
      expect(await approving('yes')).to.equal(undefined);
      expect(await runner.veto('release.selecting', { request, candidates: [] })).to.equal(undefined);
      expect(failures).to.have.length(4);
    });
  });

  describe('transform', () => {
    it('passes each answer to the next tap', async () => {
      tap('a', { 'import.planning': (payload) => ({ ...payload, directory: `${payload.directory}/a` }) });
      tap('b', { 'import.planning': () => undefined });
      tap('c', { 'import.planning': async (payload) => ({ ...payload, directory: `${payload.directory}/c` }) });

      expect((await runner.transform('import.planning', planning)).directory).to.equal('/library/a/c');
    });

    it('keeps the previous value when a tap throws, hangs or answers with null or rubbish', async () => {
      tap('a', { 'import.planning': (payload) => ({ ...payload, directory: '/changed' }) });
      tap('throws', { 'import.planning': fail });
      tap('hangs', { 'import.planning': hang });
      tap('null', { 'import.planning': (() => null) as never });
      tap('text', { 'import.planning': (() => 'x') as never });
      tap('half', { 'import.planning': (() => ({ request, directory: '/x' })) as never });
      tap('other', { 'import.planning': (payload) => ({ ...payload, request: { ...request, id: 'another' } }) });

      expect(await runner.transform('import.planning', planning)).to.deep.equal({ ...planning, directory: '/changed' });
      expect(failures.map(({ owner }) => owner)).to.deep.equal(['throws', 'hangs', 'text', 'half', 'other']);
    });

    it('gives taps a frozen copy', async () => {
      tap('a', {
        'import.planning': (payload) => {
          (payload.files as unknown[]).push('more');
          return undefined;
        },
      });

      await runner.transform('import.planning', planning);

      expect(failures[0]?.message).to.match(/not extensible/);
      expect(Object.isFrozen(planning.files)).to.equal(false);
      expect(planning.files).to.have.length(1);
    });
  });

  describe('told', () => {
    it('reaches everybody despite a throwing and a hanging tap, and never rejects', async () => {
      const heard: string[] = [];
      tap('throws', { 'request.created': fail });
      tap('rejects', { 'request.created': async () => fail() });
      tap('hangs', { 'request.created': hang });
      tap('b', { 'request.created': async (payload) => void heard.push(payload.request.id) });

      await runner.told('request.created', { request });
      await runner.told('request.created', { request: () => undefined } as never);

      expect(heard).to.deep.equal(['r1']);
      expect(failures.map(({ owner }) => owner)).to.have.members(['throws', 'rejects', 'hangs', 'core']);
    });
  });

  it('fall silent for an owner that is revoked or stopping', async () => {
    const heard: string[] = [];
    tap('a', { 'request.created': () => void heard.push('a') });
    tap('b', { 'request.created': () => void heard.push('b') });
    tap('c', { 'request.created': () => void heard.push('c') });

    runner.revoke('a');
    controllers.get('b')?.abort();
    await runner.told('request.created', { request });

    expect(heard).to.deep.equal(['c']);
    expect(failures).to.deep.equal([]);
  });

  it('signal a tap when its owner stops', async () => {
    let reason = 'none';
    tap('a', {
      'request.created': (_payload, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            reason = 'aborted';
            resolve();
          }),
        ),
    });
    setTimeout(() => controllers.get('a')?.abort(), 5);

    await runner.told('request.created', { request });

    expect(reason).to.equal('aborted');
    expect(failures).to.deep.equal([]);
  });

  it('indicate their kind by the form of the verb', () => {
    for (const [name, kind] of Object.entries(HOOK_KINDS) as [HookName, string][]) {
      expect(name.endsWith('ing'), name).to.equal(kind !== 'told');
    }
  });
});
