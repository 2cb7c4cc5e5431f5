import { expect } from 'chai';
import { auditCsv } from './audit-csv.js';
import type { AuditRecord } from './index.js';

async function csvOf(...entries: AuditRecord[]): Promise<string> {
  async function* all() {
    yield* entries;
  }
  let text = '';
  for await (const line of auditCsv(all())) text += line;
  return text;
}

describe('the audit log as CSV', () => {
  const entry: AuditRecord = { id: '1', at: '2026-01-01T00:00:00.000Z', actorName: 'ada', action: 'user.created', targetType: 'user' };

  it('has a header line and one line for each entry', async () => {
    expect(await csvOf({ ...entry, address: '203.0.113.1', targetId: 'u1' })).to.equal(
      'at,actor,address,action,target,targetId,detail\r\n2026-01-01T00:00:00.000Z,ada,203.0.113.1,user.created,user,u1,\r\n',
    );
  });

  it('quotes commas, quotes and line breaks', async () => {
    expect(await csvOf({ ...entry, detail: { name: 'a "b",\nc' } })).to.include('"{""name"":""a \\""b\\"",\\nc""}"');
    expect(await csvOf({ ...entry, actorName: 'two\nlines' })).to.include(',"two\nlines",');
  });

  it('contains no formulas', async () => {
    for (const name of ['=HYPERLINK("http://evil.example")', '+1', '-1', '@x']) {
      expect(await csvOf({ ...entry, actorName: name })).to.match(/,"?'[=+@-]/);
    }
  });
});
