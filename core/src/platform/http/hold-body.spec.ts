import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Context } from 'koa';
import { holdBody } from './hold-body.js';

describe('bodies that are files', () => {
  it('are read four at once of a person, whoever else sends some, and however they end', async () => {
    const step = holdBody();
    const ends: ((error?: Error) => void)[] = [];
    const send = (userId: string) =>
      step(
        { state: { caller: { userId } } } as unknown as Context,
        () => new Promise((end, fail) => ends.push((e) => (e ? fail(e) : end(undefined)))),
      ).then(
        () => 'done',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );

    const mine = [send('a'), send('a'), send('a'), send('a')];
    expect(await send('a')).to.equal('rate_limited');
    const theirs = send('b');
    await nextTurn();
    expect(ends).to.have.length(5);

    ends[0]?.(new Error('broken off'));
    ends[1]?.();
    expect(await Promise.all(mine.slice(0, 2))).to.deep.equal(['broken off', 'done']);
    const later = [send('a'), send('a')];
    expect(await send('a')).to.equal('rate_limited');
    for (const end of ends) end();
    expect(await Promise.all([...mine.slice(2), theirs, ...later])).to.deep.equal(['done', 'done', 'done', 'done', 'done']);
  });
});
