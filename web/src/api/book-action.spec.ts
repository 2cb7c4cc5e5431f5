import { expect } from 'chai';
import { bookActionOf } from './book-action.js';
import type { AnnotatedBook, RequestStatus } from './types.js';

const TODAY = '2026-11-21';
const member = { role: 'user' as const, permissions: { autoApprove: false, interactiveSearch: false, downloadAccess: true } };
const trusted = { ...member, permissions: { ...member.permissions, autoApprove: true } };
const admin = { ...member, role: 'admin' as const };

function book(change: Partial<AnnotatedBook> = {}): AnnotatedBook {
  return {
    asin: 'B1',
    region: 'us',
    title: 'T',
    authors: [],
    narrators: [],
    series: [],
    coverUrl: null,
    genres: [],
    availability: 'none',
    request: null,
    ignored: false,
    reportedIssue: false,
    libraryItem: null,
    listen: [],
    ebookItem: null,
    savable: false,
    ...change,
  };
}
const requested = (status: RequestStatus, mine: boolean) => book({ request: { id: 'r', status, mine, username: 'Ben' } });

describe('book action', () => {
  it('says what a request of this person will do', () => {
    expect(bookActionOf(book(), member, TODAY).kind).to.equal('ask');
    expect(bookActionOf(book(), trusted, TODAY).kind).to.equal('request');
    expect(bookActionOf(book(), admin, TODAY).kind).to.equal('request');
  });

  it('leads to one’s own open request and subscribes to another person’s', () => {
    expect(bookActionOf(requested('downloading', true), member, TODAY)).to.deep.equal({ kind: 'view', requestId: 'r' });
    expect(bookActionOf(requested('searching', false), member, TODAY)).to.deep.equal({
      kind: 'subscribe',
      requestId: 'r',
      username: 'Ben',
    });
  });

  it('offers a new try after one’s own failed request, and does not let another’s failure stand in the way', () => {
    expect(bookActionOf(requested('failed', true), member, TODAY).kind).to.equal('again');
    expect(bookActionOf(requested('denied', false), member, TODAY).kind).to.equal('ask');
  });

  it('puts what is in the library before everything else', () => {
    expect(bookActionOf({ ...requested('failed', true), availability: 'available', ignored: true }, member, TODAY).kind).to.equal(
      'available',
    );
  });

  it('names the day of a book that is not out yet', () => {
    expect(bookActionOf(book({ releaseDate: '2026-11-22' }), member, TODAY)).to.deep.equal({ kind: 'upcoming', date: '2026-11-22' });
    expect(bookActionOf(book({ releaseDate: TODAY }), member, TODAY).kind).to.equal('ask');
  });
});
