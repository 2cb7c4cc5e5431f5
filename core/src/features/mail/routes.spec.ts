import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { reseal } from '../../platform/security/reseal.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { MailServerEntity } from './entities.js';
import { createMailSettings } from './mail-settings.js';
import { createMailStore, type MailStore } from './mail-store.js';
import { mailRoutes } from './routes.js';
import { startTestSmtp, TEST_MAIL_PASSWORD, testServer, type TestSmtp } from './smtp-world.spec.support.js';
import type { MailTrial } from './try-mail.js';

interface Answer {
  settings?: Record<string, unknown>;
  secretsSet: string[];
  form: { properties: Record<string, { format?: string; writeOnly?: boolean }> };
}

const keys = new Map([
  ['old', Buffer.alloc(32, 1)],
  ['new', Buffer.alloc(32, 2)],
]);
const PATH = '/api/admin/mail';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the settings of e-mail on ${dialect}`, () => {
    let test: TestDatabase;
    let http: TestHttp;
    let admin: TestClient;
    let store: MailStore;
    let smtp: TestSmtp;
    let lines: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      smtp = await startTestSmtp();
      lines = '';
      const redactor = createRedactor();
      const log = createLogger({ level: 'trace', redactor, destination: { write: (line: string) => void (lines += line) } });
      const { database } = test;
      http = await startTestHttp({
        database,
        log,
        routes: ({ audit, settings, users, now }) => {
          store = createMailStore({ database, secretBox: createSecretBox({ current: 'old', keys }), redactor, log, now });
          const mailer = { settings, allowPrivateHosts: [], redact: (text: string) => redactor.redact(text), now };
          return mailRoutes({ mailSettings: createMailSettings({ database, audit, store }), mailer, users, database, audit });
        },
      });
      admin = await http.as('admin');
    });
    afterEach(async () => {
      await http?.stop();
      await smtp?.stop();
      await test?.dispose();
    });

    const draft = (change: object = {}): object => ({ ...testServer(smtp.port), ...change });
    const put = (change?: object) => admin.put<Answer>(PATH, draft(change));
    const audited = async (): Promise<string> => JSON.stringify((await http.people.audit.list({ page: 1, limit: 20 })).items);

    it('are for admins only', async () => {
      for (const name of ['user', 'nobody']) {
        const client = await http.as(name);
        expect((await client.get(PATH)).status, name).to.be.oneOf([401, 403]);
        expect((await client.post(`${PATH}/test`, { to: 'a@example.org', settings: draft() })).status, name).to.be.oneOf([401, 403]);
      }
    });

    it('begin empty, with a form whose password is a secret', async () => {
      const { body } = await admin.get<Answer>(PATH);

      expect(body).to.deep.include({ secretsSet: [] }).and.not.have.property('settings');
      expect(body.form.properties['password']).to.include({ format: 'password', writeOnly: true }).and.not.have.property('default');
    });

    it('are saved, changed and forgotten, and the password is nowhere to be seen', async () => {
      const saved = await put();
      const { password: _password, ...rest } = draft({ senderName: 'Books' }) as Record<string, unknown>;
      const changed = await admin.put<Answer>(PATH, rest);
      const server = await store.get();
      const row = await test.database.read.get('SELECT * FROM mail_servers');
      const removed = await admin.delete(PATH);

      expect(saved.status).to.equal(200);
      expect(changed.body).to.deep.include({ secretsSet: ['password'] });
      expect(changed.body.settings).to.include({ senderName: 'Books' });
      expect(server).to.include({ password: TEST_MAIL_PASSWORD, senderName: 'Books' });
      expect(removed.status).to.equal(204);
      expect((await admin.get<Answer>(PATH)).body).not.to.have.property('settings');
      const log = await audited();
      expect(log).to.include('mail.saved').and.include('"passwordChanged":true').and.include('mail.removed');
      for (const text of [JSON.stringify([saved.body, changed.body, row]), log, lines]) expect(text).not.to.include(TEST_MAIL_PASSWORD);
    });

    it('keep a password for its server only', async () => {
      await put();
      const { password: _password, ...rest } = draft() as Record<string, unknown>;
      const elsewhere = [{ host: 'localhost' }, { port: 26 }];

      for (const change of elsewhere) {
        const saving = await admin.put<{ code: string; errors: { path: string }[] }>(PATH, { ...rest, ...change });
        const trying = await admin.post<{ code: string }>(`${PATH}/test`, { to: 'a@example.org', settings: { ...rest, ...change } });
        expect(saving).to.have.property('status', 422);
        expect(saving.body).to.have.property('code', 'settings_invalid');
        expect(saving.body.errors.map(({ path }) => path)).to.deep.equal(['/password']);
        expect(trying.status).to.equal(422);
      }
      expect(smtp.received).to.deep.equal([]);
    });

    it('refuse what cannot be meant', async () => {
      for (const change of [
        { host: 'https://mail.example.org' },
        { host: 'mail.example.org\r\nX' },
        { port: 0 },
        { security: 'maybe' },
        { senderAddress: 'a@b\r\nBcc: c@d' },
        { senderName: ' ' },
        { more: true },
      ]) {
        expect((await put(change)).status, JSON.stringify(change)).to.equal(400);
      }
      for (const change of [{ senderAddress: 'a,b@example.org' }, { password: '••••' }, { password: null }]) {
        expect((await put(change)).status, JSON.stringify(change)).to.equal(422);
      }
    });

    it('are tried out before they are saved, step by step', async () => {
      const good = await admin.post<MailTrial>(`${PATH}/test`, { to: 'ada@example.org', settings: draft() });
      const bad = await admin.post<MailTrial>(`${PATH}/test`, {
        to: 'ada@example.org',
        settings: draft({ password: 'not the right one' }),
      });
      const nobody = await admin.post<MailTrial>(`${PATH}/test`, { to: 'no address', settings: draft() });

      expect(good.body).to.deep.include({ ok: true });
      expect(good.body.steps.map(({ step, state }) => `${step} ${state}`)).to.deep.equal(
        ['resolve', 'connect', 'greet', 'sign_in', 'sender', 'recipient', 'message'].map((step) => `${step} done`),
      );
      expect(smtp.received.map(({ raw }) => /Subject: (.*)\r/.exec(raw)?.[1])).to.deep.equal(['E-mail works']);
      expect(bad.body.steps.map(({ state }) => state)).to.deep.equal([
        'done',
        'done',
        'done',
        'failed',
        'not_reached',
        'not_reached',
        'not_reached',
      ]);
      expect(bad.body.error).to.include({ code: 'sign_in_refused', kind: 'misconfigured', field: 'password' });
      expect(nobody.body.error).to.include({ code: 'recipient_invalid' });
      const log = await audited();
      expect(log).to.include('mail.tested').and.include('sign_in_refused');
      expect(JSON.stringify(bad.body) + log + lines).not.to.include('not the right one');
    });

    it('are sealed anew with the other secrets, and have no password under a lost key', async () => {
      await put();
      const fresh = createSecretBox({ current: 'new', keys });

      const { resealed } = await reseal(test.database, fresh, [MailServerEntity]);
      const lost = createSecretBox({ current: 'old', keys: new Map([['old', Buffer.alloc(32, 1)]]) });
      const { people } = http;
      const without = createMailStore({
        database: test.database,
        secretBox: lost,
        redactor: createRedactor(),
        log: createLogger({ level: 'silent', redactor: createRedactor() }),
        now: people.now,
      });

      expect(resealed).to.equal(1);
      expect((await store.get())?.password).to.equal(TEST_MAIL_PASSWORD);
      expect((await without.get())?.password).to.equal(null);
    });
  });
}
