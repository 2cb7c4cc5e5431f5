import { expect } from 'chai';
import type * as BasePath from './base-path.js';

/** The module as a page has it that is served below a path. */
async function below(base: string | undefined) {
  globalThis.lecternBase = base;
  try {
    return (await import(`./base-path.js?${String(base)}`)) as typeof BasePath;
  } finally {
    globalThis.lecternBase = undefined;
  }
}

describe('addresses below a path', () => {
  it('get the path in front, and lose it again', async () => {
    const { withBase, withoutBase } = await below('/lectern/');
    expect(['/', '/api/events', '/sign-in?next=%2F'].map(withBase)).to.deep.equal([
      '/lectern/',
      '/lectern/api/events',
      '/lectern/sign-in?next=%2F',
    ]);
    expect(['/lectern/', '/lectern/requests', '/lecterns', '/other'].map(withoutBase)).to.deep.equal([
      '/',
      '/requests',
      '/lecterns',
      '/other',
    ]);
  });

  it('come with names that no other server of the host has', async () => {
    const names = [await below('/lectern/'), await below('/books/'), await below('/')].map(({ nameHere }) => nameHere('lectern-events'));
    expect(names).to.deep.equal(['lectern-events/lectern', 'lectern-events/books', 'lectern-events']);
  });

  it('stay as they are elsewhere', async () => {
    const { withBase } = await below('/lectern/');
    const elsewhere = ['https://example.org/a', '//example.org/a', 'data:image/png;base64,AA==', 'blob:x', ''];
    expect(elsewhere.map(withBase)).to.deep.equal(elsewhere);
  });

  it('are unchanged on a server that has its host for itself', async () => {
    for (const base of ['/', undefined]) {
      const { BASE_PATH, withBase, withoutBase } = await below(base);
      expect([BASE_PATH, withBase('/api/events'), withoutBase('/requests')]).to.deep.equal(['', '/api/events', '/requests']);
    }
  });
});
