import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createReportWorld, DUNE, DUNE_ABROAD, EMMA, type ReportWorld, type Thread } from './report-world.spec.support.js';

type One = { report: Thread; code?: string };

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`reports of problems on ${dialect}`, () => {
    let world: ReportWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createReportWorld(dialect);
      for (const name of ['admin', 'paul', 'chani']) await world.http.as(name);
    });
    afterEach(() => world?.dispose());

    const decide = async (id: string, verb: string, body: object = {}) =>
      (await world.http.as('admin')).post<One>(`/api/admin/reports/${id}/${verb}`, body);
    const answer = async (name: string, id: string, text = 'Chapter 3.') =>
      (await world.http.as(name)).post<One>(`/api/${name === 'admin' ? 'admin/' : ''}reports/${id}/answer`, { text });

    it('reach the admins, and nobody else', async () => {
      const { status, body } = await world.report('paul', DUNE, { kind: 'sound', text: '  It crackles.\r\nFrom the start.\u0007\u202E ' });

      expect(status).to.equal(201);
      expect(body.report).to.deep.include({ state: 'open', lastFrom: 'reporter', text: 'It crackles.\nFrom the start.', entries: [] });
      const [told, ...more] = await world.inbox('admin');
      expect(told).to.deep.include({ event: 'issue_reported', title: 'Problem reported: Dune', path: `/admin/reports/${body.report.id}` });
      expect(JSON.parse(told?.lines ?? '')).to.deep.equal([
        'paul reported a problem with “Dune”.',
        'Bad audio.',
        'Note: “It crackles. From the start.”',
      ]);
      expect([more, await world.inbox('paul'), await world.inbox('chani')]).to.deep.equal([[], [], []]);
      expect(world.live.filter(({ type }) => type === 'report.updated').map(({ audience }) => audience)).to.have.length(1);
      expect(await world.actions()).to.deep.equal(['report.made']);
    });

    it('are the same at the path without a prefix', async () => {
      const { status, body } = await (
        await world.http.as('paul')
      ).post<One>(`/audiobooks/${DUNE}/report-issue`, { kind: 'book', text: 'x' });

      expect([status, body.report.state]).to.deep.equal([201, 'open']);
    });

    it('need a signed-in person and the CSRF token of a page, at both paths', async () => {
      const nobody = await world.http.as('nobody');
      const browser = world.http.browser();
      const row = await world.people.users.findByUsername('paul');
      const session = await world.people.auth.openSession(row?.id ?? '', { address: '127.0.0.1', userAgent: 'spec' });
      browser.cookies.set('lectern_access', session.accessToken);

      for (const path of [`/audiobooks/${DUNE}/report-issue`, `/api/audiobooks/${DUNE}/report-issue`]) {
        expect((await nobody.post(path, { kind: 'book', text: 'x' })).status).to.equal(401);
        const forged = await browser.post(path, { kind: 'book', text: 'x' });
        expect([forged.status, forged.body['code']]).to.deep.equal([403, 'csrf_failed']);
      }
      expect(await world.actions()).to.deep.equal([]);
    });

    it('are about books of the library only, under whichever ASIN of the recording', async () => {
      const abroad = await world.report('paul', DUNE_ABROAD);
      const elsewhere = await world.report('paul', 'B00NOWHERE');

      expect(abroad.status).to.equal(201);
      expect([elsewhere.status, elsewhere.body.code]).to.deep.equal([409, 'not_in_library']);
    });

    it('of a book that only the library knows name the author whom its media server names', async () => {
      await world.own('B0LIBRARY1', 'Private');

      expect((await world.report('paul', 'B0LIBRARY1')).status).to.equal(201);

      expect(await world.database.read.all('SELECT title, author FROM reported_issues')).to.deep.equal([
        { title: 'Private', author: 'Ada Writer' },
      ]);
    });

    it('are open once for each person and recording', async () => {
      const first = await world.report('paul');
      const again = await world.report('paul', DUNE_ABROAD);
      const atOnce = await Promise.all([world.report('chani'), world.report('chani'), world.report('chani')]);

      expect([again.status, again.body.code, again.body.reportId]).to.deep.equal([409, 'already_reported', first.body.report.id]);
      expect(atOnce.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
      await decide(first.body.report.id, 'resolve');
      expect((await world.report('paul')).status).to.equal(201);
    });

    it('are at most twenty a day for each person', async () => {
      for (let n = 0; n < 20; n += 1) {
        const { body } = await world.report('paul');
        await decide(body.report.id, 'dismiss');
      }

      const tooMany = await world.report('paul', EMMA);
      expect([tooMany.status, tooMany.body.code]).to.deep.equal([409, 'too_many_reports']);
      expect((await world.report('chani', EMMA)).status).to.equal(201);
      world.state.offset = 25 * 3_600_000;
      expect((await world.report('paul', EMMA)).status).to.equal(201);
    });

    for (const [what, body] of [
      ['an unknown kind', { kind: 'ugly', text: 'x' }],
      ['no text', { kind: 'sound' }],
      ['a text of nothing that can be seen', { kind: 'sound', text: ' \n\u202E\u0007 ' }],
      ['a text that is too long', { kind: 'sound', text: 'x'.repeat(2001) }],
    ] as const) {
      it(`refuse ${what}`, async () => {
        expect((await world.report('paul', DUNE, body)).status).to.equal(400);
      });
    }

    it('have a thread between the reporter and the admins, each told of what the other writes', async () => {
      const { id } = (await world.report('paul')).body.report;

      const asked = await answer('admin', id, 'Which chapter?');
      const told = await answer('paul', id);

      expect([asked.body.report.lastFrom, told.body.report.lastFrom]).to.deep.equal(['admin', 'reporter']);
      expect(told.body.report.entries).to.have.length(2);
      expect(told.body.report.entries[0]).to.deep.include({ did: 'answered', from: 'admin', text: 'Which chapter?', mine: false });
      expect(told.body.report.entries[1]).to.deep.include({ did: 'answered', from: 'reporter', text: 'Chapter 3.', mine: true });
      expect((await world.inbox('paul')).map(({ event, path }) => [event, path])).to.deep.equal([['issue_answered', `/reports/${id}`]]);
      expect((await world.inbox('admin')).map(({ event }) => event)).to.deep.equal(['issue_reported', 'issue_answered']);
      expect(await world.actions()).to.deep.equal(['report.made', 'report.answered', 'report.answered']);
    });

    it('show a member no username of an admin', async () => {
      const { id } = (await world.report('paul')).body.report;
      await world.people.users.update(
        (await world.people.users.findByUsername('admin'))?.id ?? '',
        { displayName: 'Ada' },
        { name: 'spec' },
      );
      await answer('admin', id);

      const { body } = await (await world.http.as('paul')).get(`/api/reports/${id}`);

      expect(JSON.stringify(body)).to.contain('"Ada"').and.not.contain('"username":"admin"');
    });

    it('belong to their reporter: for others, admins at the path of members included, they do not exist', async () => {
      const { id } = (await world.report('paul')).body.report;

      for (const name of ['chani', 'admin']) {
        const other = await world.http.as(name);
        expect((await other.get(`/api/reports/${id}`)).status).to.equal(404);
        expect((await other.post(`/api/reports/${id}/answer`, { text: 'x' })).status).to.equal(404);
        expect((await other.get<{ total: number }>('/api/user/reports')).body.total).to.equal(0);
      }
      expect((await (await world.http.as('paul')).get(`/api/admin/reports/${id}`)).status).to.equal(403);
    });

    it('are resolved and dismissed by an admin, of which the reporter is told, with a word where there is one', async () => {
      const dune = (await world.report('paul')).body.report.id;
      const emma = (await world.report('paul', EMMA)).body.report.id;

      const resolved = await decide(dune, 'resolve', { text: 'There is a new file.' });
      const dismissed = await decide(emma, 'dismiss');

      expect(resolved.body.report).to.deep.include({ state: 'resolved', lastFrom: 'admin' });
      expect(resolved.body.report.closedAt).to.be.a('string');
      expect(dismissed.body.report.entries).to.have.length(1);
      expect((await world.inbox('paul')).map(({ event, lines }) => [event, JSON.parse(lines) as unknown])).to.deep.equal([
        ['issue_resolved', ['admin resolved the reported problem with “Dune”.', 'Note: “There is a new file.”']],
        ['issue_dismissed', ['admin dismissed the report about “Emma”.']],
      ]);
      expect(await world.actions()).to.deep.equal(['report.made', 'report.made', 'report.resolved', 'report.dismissed']);
    });

    it('take no answer and no second decision when they are closed, until an admin opens them again', async () => {
      const { id } = (await world.report('paul')).body.report;
      await decide(id, 'resolve');

      for (const refused of [await answer('paul', id), await answer('admin', id), await decide(id, 'dismiss')]) {
        expect([refused.status, refused.body.code]).to.deep.equal([409, 'report_closed']);
      }
      expect((await decide(id, 'reopen')).body.report).to.deep.include({ state: 'open', closedAt: null });
      expect((await decide(id, 'reopen')).body.code).to.equal('report_open');
      expect((await answer('paul', id)).status).to.equal(200);
    });

    it('are decided once where two admins decide at the same moment', async () => {
      const { id } = (await world.report('paul')).body.report;

      const answers = await Promise.all([decide(id, 'resolve'), decide(id, 'dismiss')]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      expect(await world.inbox('paul')).to.have.length(1);
    });

    it('are not opened again beside a newer one about the same recording', async () => {
      const old = (await world.report('paul')).body.report.id;
      await decide(old, 'dismiss');
      await world.report('paul', DUNE_ABROAD);

      expect((await decide(old, 'reopen')).body.code).to.equal('already_reported');
    });

    it('have bounded threads, whose end still can be decided', async () => {
      const { id } = (await world.report('paul')).body.report;
      const userId = (await world.people.users.findByUsername('paul'))?.id ?? '';
      await world.database.transaction(async (tx) => {
        for (let n = 0; n < 199; n += 1) {
          const entry = { id: `entry-${n}`, reportId: id, authorId: userId, side: 'reporter', did: 'answered', text: 'x', createdAt: 'x' };
          await tx.insert('report_entries', entry);
        }
      });

      const answers = await Promise.all([answer('paul', id), answer('admin', id)]);

      expect(answers.map(({ status, body }) => [status, body.code]).sort()).to.deep.equal([
        [200, undefined],
        [409, 'thread_full'],
      ]);
      expect((await decide(id, 'resolve', { text: 'Done.' })).status).to.equal(200);
    });

    it('take 30 answers of a reporter in an hour, so that nobody floods the admins', async () => {
      const ids = [(await world.report('paul')).body.report.id, (await world.report('paul', EMMA)).body.report.id];
      const answers = [];
      for (let n = 0; n < 31; n += 1) answers.push(await answer('paul', ids[n % 2] ?? ''));

      expect(answers.filter(({ status }) => status === 200)).to.have.length(30);
      expect([answers[30]?.status, answers[30]?.body.code]).to.deep.equal([429, 'rate_limited']);
      expect((await world.inbox('admin')).filter(({ event }) => event === 'issue_answered')).to.have.length(30);
      const other = (await world.report('chani')).body.report.id;
      expect((await answer('chani', other)).status).to.equal(200);
      expect((await answer('admin', ids[0] ?? '')).status).to.equal(200);
    });

    it('stay with admins when the reporter is deleted, who is named as gone', async () => {
      const { id } = (await world.report('chani')).body.report;
      await world.people.users.remove((await world.people.users.findByUsername('chani'))?.id ?? '', { name: 'spec' });

      const resolved = await decide(id, 'resolve', { text: 'Done.' });

      expect(resolved.body.report.reporter).to.deep.include({ username: 'chani', gone: true });
      expect(await world.inbox('chani')).to.deep.equal([]);
    });

    it('stay when the book leaves the library', async () => {
      const { id } = (await world.report('paul')).body.report;
      await world.database.transaction((tx) => tx.run('DELETE FROM library_items'));

      expect((await answer('paul', id, 'Now it is gone.')).status).to.equal(200);
      const { body } = await (await world.http.as('admin')).get<{ evidence: { items: object[] } }>(`/api/admin/reports/${id}`);
      expect(body.evidence.items).to.deep.equal([]);
    });
  });
}
