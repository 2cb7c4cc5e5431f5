import { describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { closeWorlds, createWorld, faultOf, never, TOKEN } from './hardcover-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: { token: TOKEN, shelf: 'status:1' } });

function jwt(claims: object): string {
  return ['{"alg":"HS256"}', JSON.stringify(claims), 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');
}

describe('check', () => {
  afterEach(closeWorlds);

  it('says whose token it is and what is on the shelf', async () => {
    const { instance } = await createWorld();

    expect(detailsOf(await instance.check({ signal: never }))).to.deep.equal([
      'Signed in as rita.',
      '“Want to read” holds 3 books.',
      'The token may expire; a new one is needed then.',
    ]);
  });

  it('accepts a token with the word "Bearer" in front', async () => {
    for (const token of [`Bearer ${TOKEN}`, ` bearer  ${TOKEN}\n`]) {
      const { instance, site } = await createWorld(undefined, { token });

      expect((await instance.check({ signal: never })).ok).to.equal(true);
      expect(site.requests[0]?.headers.authorization).to.equal(`Bearer ${TOKEN}`);
    }
  });

  it('says when a token expires if the token contains that', async () => {
    const token = jwt({ exp: Date.UTC(2027, 4, 1) / 1000 });
    const { instance, site } = await createWorld(undefined, { token });
    Object.assign(site.users[0] ?? {}, { token });

    expect(detailsOf(await instance.check({ signal: never }))).to.include('The token ends on 2027-05-01.');
  });

  it('reports a token that has expired', async () => {
    const { instance, site } = await createWorld();
    site.revoke(TOKEN);

    const error = await faultOf(instance.check({ signal: never }));

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
    expect(error.message).to.match(/expired or was revoked/);
  });

  it('reports a list that is gone, or is not ours, instead of reading it as empty', async () => {
    for (const shelf of ['list:7002', 'list:1']) {
      const { instance, shelf: provider } = await createWorld(undefined, { shelf });

      expect(await faultOf(instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_NOT_FOUND', field: 'shelf' });
      expect(await faultOf(provider.books({ signal: never }))).to.include({ code: 'INTEGRATION_NOT_FOUND', field: 'shelf' });
    }
  });

  for (const part of ['check', 'books'] as const) {
    faultRows(part, {
      secrets: [TOKEN],
      async setUp(timeoutMs) {
        const { site, context, instance, shelf } = await createWorld(undefined, {}, timeoutMs);
        const call = (signal: AbortSignal) => (part === 'check' ? instance.check({ signal }) : shelf.books({ signal }));
        return { target: site, call, logs: context.logs, tearDown: closeWorlds };
      },
    });
  }
});

describe('choices', () => {
  afterEach(closeWorlds);

  it('offers statuses and lists, for the token on screen', async () => {
    const { instance } = await createWorld(undefined, { token: 'old' });

    const choices = await instance.choices?.['shelves']?.({ signal: never, draft: { token: TOKEN } });

    expect(choices).to.deep.include({ value: 'status:5', title: 'Did not finish' });
    expect(choices?.at(-1)).to.deep.equal({ value: 'list:7001', title: 'To get (3)' });
    expect(choices).to.have.length(6);
  });
});
