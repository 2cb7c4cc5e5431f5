import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestAnswer, type TestHttp } from '../auth/test-http.js';
import { createRequestRemoval } from '../lifecycle/request-removal.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { createDecisionLinks, type DecisionLinks } from './decision-links.js';
import { createLinkDecisions, type LinkState } from './link-decisions.js';
import { decisionLinkRoutes } from './routes.js';

const DAY_MS = 86_400_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`links of messages that decide on ${dialect}`, () => {
    let world: RequestWorld;
    let http: TestHttp;
    let links: DecisionLinks;
    let requestId: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      for (const id of ['admin', 'second', 'paul']) await world.addUser(id);
      links = createDecisionLinks({ database: world.database, now: world.now });
      http = await startTestHttp({
        database: world.database,
        now: world.now,
        routes: ({ users, settings }) =>
          decisionLinkRoutes({
            decisions: createLinkDecisions({
              database: world.database,
              decisionLinks: links,
              requests: world.service,
              settings,
              users,
              now: world.now,
            }),
          }),
      });
      await setUser('second', { role: 'admin' });
      requestId = await world.addRequest({ user: 'paul', status: 'awaiting_approval' });
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    const setUser = (id: string, changes: { role?: string; state?: string }) =>
      world.database.transaction(async (tx) => {
        for (const [column, value] of Object.entries(changes)) await tx.run(`UPDATE users SET ${column} = ? WHERE id = ?`, [value, id]);
      });
    async function linksOf(userId: string) {
      const request = await world.requests.row(requestId);
      if (!request) throw new Error('There is no request.');
      return world.database.transaction((tx) => links.forRequest(tx, userId, request));
    }
    const tokenIn = (path: string | undefined): string => path?.split('#token=')[1] ?? 'none';
    async function tokensOf(userId = 'admin') {
      const made = await linksOf(userId);
      return { approve: tokenIn(made?.approve), deny: tokenIn(made?.deny) };
    }
    const post = async (path: string, body: object): Promise<TestAnswer<LinkState>> =>
      (await http.as('nobody')).post<LinkState>(`/api/decision-links/${path}`, body);
    const read = (token: string) => post('read', { token });
    const decide = (token: string, reason?: string) => post('decide', { token, ...(reason === undefined ? {} : { reason }) });
    const status = async () => (await world.requests.row(requestId))?.status;
    const lastAudited = async () => (await world.audit.list({ page: 1, limit: 1 })).items[0];

    it('say what they decide, without a session, and change nothing by being opened', async () => {
      const { deny } = await tokensOf();

      const { status: code, body } = await read(deny);

      expect(code).to.equal(200);
      expect([body.state, body.action, body.decider, body.request.requester]).to.deep.equal(['open', 'deny', 'admin', 'paul']);
      expect(await status()).to.equal('awaiting_approval');
    });

    it('approve in the name of their person, and the history says that it was from a message', async () => {
      const { approve } = await tokensOf();

      const { body } = await decide(approve);

      expect([body.state, body.decision?.outcome, body.decision?.by]).to.deep.equal(['decided', 'approved', 'admin']);
      expect(await status()).to.equal('pending');
      const { actorId, action, detail } = (await lastAudited()) ?? {};
      expect([actorId, action, detail?.['through']]).to.deep.equal(['admin', 'request.approved', 'message']);
    });

    it('deny with a reason, and not without', async () => {
      const { deny } = await tokensOf();

      const without = await decide(deny, '  ');
      const denied = await decide(deny, 'We have it as an ebook.');

      expect([without.status, await status()]).to.deep.equal([400, 'denied']);
      expect(denied.body.decision).to.include({ outcome: 'denied', by: 'admin', reason: 'We have it as an ebook.' });
      expect((await lastAudited())?.detail).to.include({ through: 'message' });
    });

    it('decide once: a second click, and the other link, say who decided', async () => {
      const { approve, deny } = await tokensOf();
      await decide(approve);

      const again = await decide(approve);
      const other = await decide(deny, 'No.');

      for (const { body } of [again, other]) {
        expect([body.state, body.decision?.outcome, body.decision?.by]).to.deep.equal(['decided', 'approved', 'admin']);
      }
      expect(await status()).to.equal('pending');
    });

    it('decide once when several are used at the same moment', async () => {
      const { approve, deny } = await tokensOf();
      const second = await tokensOf('second');

      const answers = await Promise.all([decide(approve), decide(deny, 'No.'), decide(second.approve), decide(second.deny, 'No.')]);

      expect(answers.map(({ status: code }) => code)).to.deep.equal([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => `${body.decision?.outcome} by ${body.decision?.by}`)).size).to.equal(1);
      const rows = await world.database.read.all("SELECT id FROM request_events WHERE from_status = 'awaiting_approval'");
      expect(rows).to.have.length(1);
    });

    it('are overtaken by a decision elsewhere, and say whose it was', async () => {
      const { approve } = await tokensOf();
      await world.service.deny({ ...world.callerOf('second'), role: 'admin' }, requestId, 'Not now.');

      const { body } = await decide(approve);

      expect(body.decision).to.include({ outcome: 'denied', by: 'second', reason: 'Not now.' });
      expect(await status()).to.equal('denied');
    });

    it('are overtaken by any move of the request, even where it still waits', async () => {
      const { approve } = await tokensOf();
      await world.database.transaction((tx) => tx.run('UPDATE requests SET version = version + 1 WHERE id = ?', [requestId]));

      const { body } = await decide(approve);

      expect([body.state, await status()]).to.deep.equal(['decided', 'awaiting_approval']);
    });

    it('expire after seven days, say so, and are forgotten later', async () => {
      const { approve } = await tokensOf();
      world.state.offset = 7 * DAY_MS + 1000;

      const { body } = await decide(approve);

      expect([body.state, await status()]).to.deep.equal(['expired', 'awaiting_approval']);
      world.state.offset = 38 * DAY_MS;
      expect(await links.prune()).to.equal(2);
      expect((await read(approve)).status).to.equal(401);
    });

    it('are not made for whoever may not decide, nor for a request that waits for no decision', async () => {
      expect(await linksOf('paul')).to.equal(undefined);
      await setUser('second', { state: 'disabled' });
      expect(await linksOf('second')).to.equal(undefined);
      await decide((await tokensOf()).approve);

      expect(await linksOf('admin')).to.equal(undefined);
    });

    it('are of no use once their person is disabled or no admin any more, and tell nothing then', async () => {
      for (const change of [{ state: 'disabled' }, { role: 'user' }]) {
        await setUser('admin', { role: 'admin', state: 'active' });
        const { approve } = await tokensOf();
        await setUser('admin', change);

        const answers = [await read(approve), await decide(approve)];

        expect(answers.map(({ status: code }) => code)).to.deep.equal([401, 401]);
        expect(JSON.stringify(answers.map(({ body }) => body))).not.to.include('paul');
      }
      expect(await status()).to.equal('awaiting_approval');
    });

    it('are void once the sessions of their person are ended', async () => {
      const { approve } = await tokensOf();
      world.state.offset = 10;
      await http.people.users.endSessions('admin', { name: 'spec' });

      expect((await decide(approve)).status).to.equal(401);
      expect((await decide((await tokensOf('second')).approve)).status).to.equal(200);
    });

    it('belong to one person and one request', async () => {
      const { approve } = await tokensOf('second');
      const otherId = await world.addRequest({ user: 'paul', status: 'awaiting_approval', asin: 'B0OTHER001' });

      const { body } = await decide(approve);

      expect([body.decision?.by, body.request.id]).to.deep.equal(['second', requestId]);
      expect((await world.requests.row(otherId))?.status).to.equal('awaiting_approval');
    });

    it('are stored only as a hash, and go with their request', async () => {
      const { approve, deny } = await tokensOf();
      await decide(approve);

      const kept = JSON.stringify([
        await world.database.read.all('SELECT * FROM decision_links'),
        await world.database.read.all('SELECT * FROM audit_log'),
        await world.database.read.all('SELECT * FROM request_events'),
      ]);

      expect(kept).not.to.include(approve).and.not.to.include(deny);
      await world.database.transaction((tx) => createRequestRemoval().remove(tx, requestId));
      expect(await world.database.read.all('SELECT * FROM decision_links')).to.deep.equal([]);
    });

    it('allow at most forty guesses in a quarter of an hour', async () => {
      const codes: number[] = [];
      for (let tries = 0; tries < 41; tries += 1) codes.push((await (tries % 2 ? read : decide)(`guess-${tries}`)).status);

      expect(codes.slice(0, 40).every((code) => code === 401)).to.equal(true);
      expect(codes[40]).to.equal(429);
    });
  });
}
