import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createRedactor } from '../../platform/logging/redactor.js';
import { startTestHost, stored, type TestHost } from '../__fixtures__/test-host.js';

const ID = 'integration-answers-wrongly';
const KEY = 'q2V5LW9mLXRoZS1zZXJ2ZXI+YWJjZGVmZ2hpamtsbW4=';
const PIECE = KEY.slice(0, 25);
const TOLD = `{"k1":"${PIECE} and another-service’s-password`;
const user = { id: 'u', username: 'u' };

describe('a secret of the server or of another integration', () => {
  let test: TestHost;
  let answer: unknown;

  before(async () => {
    const redactor = createRedactor();
    redactor.addKey(KEY);
    redactor.addSecret('another-service’s-password');
    Object.assign(globalThis, {
      lecternWrongAnswer: () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    test = await startTestHost(['answers-wrongly'], [stored('answers-wrongly')], { redactor });
  });
  after(() => test.close());

  const provider = <K extends 'downloadClient' | 'indexer' | 'ebookSource'>(kind: K) => test.host.provider(kind, ID);
  const CALLS: Readonly<Record<string, { readonly answer: () => unknown; readonly ask: () => Promise<unknown> }>> = {
    'the details of a check': { answer: () => ({ ok: true, version: TOLD, details: [TOLD] }), ask: () => test.host.check(ID) },
    'the check of a draft': {
      answer: () => ({ ok: true, details: [TOLD] }),
      ask: () => test.host.checkDraft('notify-answers-wrongly', { greeting: 'x' }),
    },
    'a list of choices': {
      answer: () => [{ value: 'a', title: TOLD }],
      ask: () => test.host.choices('notify-answers-wrongly', 'list', { greeting: 'x' }),
    },
    'the fault of a source': {
      answer: () => ({ releases: [], sources: [{ id: 's', name: 'S', ok: false, error: TOLD }] }),
      ask: async () => provider('indexer')?.call('search', (indexer, call) => indexer.search({} as never, call)),
    },
    'the error of a call': { answer: () => new Error(TOLD), ask: () => test.host.check(ID) },
    'a veto': {
      answer: () => ({ refuse: TOLD }),
      ask: () => test.host.hooks.veto('request.submitting', { user, book: {}, type: 'audiobook', origin: 'web' } as never),
    },
  };

  for (const [where, { answer: made, ask }] of Object.entries(CALLS)) {
    it(`is not in ${where}`, async () => {
      answer = made();

      const told = await ask().catch((error: unknown) =>
        isIntegrationError(error) ? [error.message, error.sentence] : Promise.reject(error as Error),
      );
      const text = JSON.stringify([told, test.host.instances()]);

      expect(text).to.include('[redacted]').and.not.include(PIECE.slice(0, 12));
      expect(text).to.not.include('another-service');
    });
  }
});
