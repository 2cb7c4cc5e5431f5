// The pages that are looked at, with the steps that bring them into the state worth looking at.
const request = (n) => `/requests/00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const PAGES = [
  { name: 'home', path: '/', full: true },
  { name: 'home-empty', path: '/', session: 'dev-empty' },
  { name: 'search-empty', path: '/search' },
  { name: 'search', path: '/search?q=e', full: true },
  { name: 'search-none', path: '/search?q=zzzz' },
  { name: 'search-error', path: '/search?q=error' },
  { name: 'book-sheet', path: '/?book=B004LECTRN' },
  { name: 'book-long', path: '/book/B000LECTRN', session: 'dev-user' },
  { name: 'book', path: '/book/B009LECTRN', full: true },
  { name: 'book-upcoming', path: '/book/B022LECTRN' },
  { name: 'requests', path: '/requests', full: true },
  { name: 'requests-empty', path: '/requests', session: 'dev-empty' },
  { name: 'request-downloading', path: request(100), full: true },
  { name: 'request-waiting', path: request(102), full: true },
  { name: 'request-warn', path: request(103) },
  { name: 'request-done', path: request(104), full: true },
  { name: 'notifications', path: '/', act: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
  { name: 'user-menu', path: '/', act: (page) => page.getByRole('button', { name: /^Account/ }).click() },
  { name: 'palette', path: '/', act: async (page) => { await page.keyboard.press('Control+k'); await page.waitForTimeout(500); await page.keyboard.type('ma'); } },
  { name: 'account', path: '/account' },
  { name: 'not-found', path: '/nothing/here' },
  { name: 'sign-in', path: '/sign-in', session: '' },
];
