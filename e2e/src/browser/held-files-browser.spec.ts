import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';

const SAID = 'The files say they are several books: “Dune” by Frank Herbert and “Dune Messiah” by Frank Herbert.';
const REASON = {
  code: 'verification_suspect',
  wording: 'verification_suspect.evidence',
  values: { evidence: SAID },
  message: SAID,
  todo: 'Listen to it, then accept it as it is, or reject it so that the next release is tried.',
  since: '2026-01-02T03:04:05.000Z',
  checks: [
    { what: 'title', wanted: 'Dune', found: 'Dune · Dune Messiah', verdict: 'differs' },
    { what: 'author', wanted: 'Frank Herbert', found: 'Frank Herbert', verdict: 'agrees' },
    { what: 'asin', wanted: 'B002V1OF70', verdict: 'unknown' },
  ],
};

requireOrSkip('chromium')('files that are held for a person, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  let reader: string;

  before(async () => {
    server = await startBareServer();
    reader = await server.createUser('reader');
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  async function hold(): Promise<string> {
    const id = await server.insertRequest(reader);
    const counted = await server.createUser(`counted-${id.slice(0, 8)}`);
    await server.app.services.database.transaction(async (tx) => {
      await tx.run("UPDATE requests SET status = 'warn', status_group = 'attention', reason = ? WHERE id = ?", [
        JSON.stringify(REASON),
        id,
      ]);
      await tx.insert('request_counts', { userId: counted, status: 'warn', count: 1 });
    });
    return id;
  }

  it('shows an admin what was compared, and lets them accept the files', async () => {
    const { page } = admin;
    const id = await hold();
    await page.goto(`/requests/${id}`);

    const table = page.getByRole('table', { name: 'What the files say, compared with the book' });
    await table.waitFor();
    const rows = await table.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' ').trim())).to.deep.equal([
      'Fact The book The files',
      'Title differs Dune Dune · Dune Messiah',
      'Author agrees Frank Herbert Frank Herbert',
      'ASIN cannot be compared B002V1OF70 –',
    ]);
    await page.getByRole('button', { name: 'Accept as is' }).click();

    const status = async (): Promise<string | undefined> =>
      (await server.app.services.database.read.get<{ status: string }>('SELECT status FROM requests WHERE id = ?', [id]))?.status;
    await becomes(status, 'processing');
    expect(admin.problems).to.deep.equal([]);
  });

  it('shows it among what needs a person, where they can reject the release', async () => {
    const { page } = admin;
    const id = await hold();
    await page.goto('/admin');

    await page.getByText('Compare the files with the book').click();
    await page.getByRole('cell', { name: 'Dune · Dune Messiah' }).waitFor();
    await page.getByRole('button', { name: 'Reject and try the next one' }).click();

    const status = async (): Promise<string | undefined> =>
      (await server.app.services.database.read.get<{ status: string }>('SELECT status FROM requests WHERE id = ?', [id]))?.status;
    await becomes(status, 'downloading');
  });

  it('tells the requester what the files say, and not how to judge them', async () => {
    const id = await hold();
    const { accessToken } = await server.session(reader);

    const answer = await fetch(`${server.url}/api/requests/${id}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const { reason } = ((await answer.json()) as { request: { reason: Record<string, unknown> } }).request;

    expect(reason['message']).to.equal(`${SAID} An admin has to look at the files.`);
    expect(reason).to.not.have.any.keys('checks', 'todo');
  });
});
