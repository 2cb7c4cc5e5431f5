import { expect } from 'chai';
import { BARE_PASSWORD, bearer } from '../bare-server.spec.support.js';
import { CLOSED_TO_TOKENS_ONLY, CONFIRMED } from './access-decisions.spec.support.js';
import { nameOf, outcomeOf, useAccessScene, type Caller, type Outcome } from './access-scene.spec.support.js';
import { json, send, type WalkedRoute } from './route-walk.spec.support.js';
import { SCOPES } from './walked-things.spec.support.js';

describe('access to what decides who gets in', () => {
  const scene = useAccessScene();
  const { ids, resources, apiToken, signInIntegration, call, as, token } = scene;

  function thingOf({ path }: WalkedRoute): (() => Promise<string>) | undefined {
    if (path === '/api/admin/plugins/{id}') return async () => 'sign-in-oidc';
    return path.startsWith('/api/admin/integrations/{id}') ? signInIntegration : undefined;
  }

  /** Outcomes of all such calls. */
  async function walk(headers: Caller['headers']): Promise<Record<string, string>> {
    const outcomes: Record<string, string> = {};
    for (const route of scene.server.app.routes) {
      for (const body of CONFIRMED[nameOf(route)] ?? []) {
        const answer = await call(route, await headers(), route.method, thingOf(route), body);
        outcomes[`${nameOf(route)} ${JSON.stringify(body)}`] = outcomeOf(answer);
      }
    }
    return outcomes;
  }
  const allAre = (outcomes: Record<string, string>, wanted: Outcome) =>
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== wanted)).to.deep.equal([]);

  it('is declared, and walked with what makes it so', () => {
    const declared = scene.server.app.routes.filter(({ confirmation }) => confirmation !== undefined);
    expect(declared.map(nameOf).sort()).to.deep.equal(Object.keys(CONFIRMED));
    const always = declared.filter(({ confirmation, scopes }) => confirmation === 'always' && scopes !== 'none');
    expect(always.map(nameOf), 'always, but open to tokens').to.deep.equal([]);
  });

  it('is declared for what an admin changes and no token may', () => {
    const closed = scene.server.app.routes.filter(
      ({ access, method, scopes }) => access.rule === 'admin' && method !== 'GET' && scopes === 'none',
    );
    expect(
      closed
        .filter(({ confirmation }) => confirmation === undefined)
        .map(nameOf)
        .sort(),
    ).to.deep.equal(CLOSED_TO_TOKENS_ONLY);
  });

  it('is refused to an API token with every scope', async () => {
    allAre(await walk(token('admin', SCOPES)), '403 scope_missing');
  });

  it('is refused to a session that was signed in longer ago than a quarter of an hour', async () => {
    allAre(await walk(async () => bearer(await scene.server.staleSession(ids.admin))), '403 confirmation_required');
  });

  it('is refused to a session that continues by being renewed', async () => {
    async function renewed(): Promise<Record<string, string>> {
      const { refreshToken } = await scene.server.staleSession(ids.admin);
      const answer = await send(`${scene.server.url}/api/auth/refresh`, json('POST', { refreshToken }, {}));
      return { authorization: `Bearer ${(JSON.parse(answer.text) as { accessToken: string }).accessToken}` };
    }
    allAre(await walk(renewed), '403 confirmation_required');
  });

  it('is open to a session that was signed in just now', async () => {
    allAre(await walk(as('admin')), 'allowed');
  });

  it('is open to one that was confirmed just now', async () => {
    async function confirmed(): Promise<Record<string, string>> {
      const headers = bearer(await scene.server.staleSession(ids.admin));
      await scene.server.forgetAttempts();
      const answer = await send(`${scene.server.url}/api/auth/confirm`, json('POST', { password: BARE_PASSWORD }, headers));
      expect(answer.status).to.equal(200);
      return headers;
    }
    allAre(await walk(confirmed), 'allowed');
  });

  it('leaves to old sessions and tokens what decides nothing of the kind', async () => {
    const { row, token: secret } = await apiToken(ids.admin, ['admin:write']);
    const callers = [bearer(await scene.server.staleSession(ids.admin)), { authorization: `Bearer ${secret}` }];
    const harmless: readonly (readonly [string, string, object])[] = [
      ['PATCH', '/api/admin/settings', { requests: { autoApprove: false }, server: { language: 'en' } }],
      ['PATCH', `/api/admin/users/${ids.stranger}`, { displayName: 'Stranger', permissions: { autoApprove: null } }],
      ['PATCH', `/api/admin/integrations/${(await resources['/api/admin/integrations/{id}']?.()) ?? ''}`, { enabled: false }],
      ['PATCH', '/api/admin/plugins/notify-pushover', { enabled: false }],
    ];
    for (const headers of callers) {
      for (const [method, path, body] of harmless) {
        expect((await send(`${scene.server.url}${path}`, json(method, body, headers))).status, path).to.equal(200);
      }
    }
    await scene.server.app.services.apiTokens.revoke(row.id, { name: 'spec' });
  });
});
