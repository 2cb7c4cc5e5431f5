import { expect } from 'chai';
import { requestCsv } from './request-csv.js';
import type { RequestSummary } from './types.js';

describe('requests as a file for spreadsheets', () => {
  it('have a line each, and no cell that is a formula or breaks the line', () => {
    const request = {
      id: '1',
      type: 'ebook',
      status: 'failed',
      book: { asin: 'B000000001', title: '=1+1, or "two"', authors: [{ name: 'Ann' }, { name: 'Ben' }] },
      user: { id: 'u', displayName: '@paul' },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
      reason: { message: 'Two\nlines' },
    } as unknown as RequestSummary;

    expect(requestCsv([request])).to.equal(
      'title,authors,kind,status,person,requested,changed,asin,id,reason\r\n' +
        `"'=1+1, or ""two""",Ann; Ben,ebook,failed,'@paul,2026-01-01T00:00:00.000Z,2026-01-02T00:00:00.000Z,B000000001,1,"Two\nlines"\r\n`,
    );
  });
});
