import type { Hooks } from '@lectern/plugin-api';
import { expect } from 'chai';
import { callHook } from './call-hook.js';

const message = {
  event: 'e',
  title: 'T',
  lines: ['one'],
  fields: [],
  links: [],
  severity: 'info' as const,
  occurredAt: '2026-01-01T00:00:00Z',
  dedupeKey: 'k',
};

describe('callHook', () => {
  it('calls a handler in either form', async () => {
    const handler: Hooks['notification.composing'] = ({ message: given }) => ({ message: { ...given, title: `${given.title}!` } });
    const answers = [
      await callHook({ 'notification.composing': handler }, 'notification.composing', { message }),
      await callHook({ 'notification.composing': { handler, stage: 5 } }, 'notification.composing', { message }),
    ];

    expect(answers.map((answer) => answer?.message.title)).to.deep.equal(['T!', 'T!']);
  });

  it('returns a copy that cannot be changed', async () => {
    let isFrozen = false;
    await callHook(
      {
        'notification.composing': (payload) => {
          isFrozen = Object.isFrozen(payload.message.lines) && payload.message !== message;
          return undefined;
        },
      },
      'notification.composing',
      { message },
    );

    expect(isFrozen).to.equal(true);
  });

  it('has no answer without a handler', async () => {
    expect(await callHook(undefined, 'app.ready', { version: '1' })).to.equal(undefined);
  });
});
