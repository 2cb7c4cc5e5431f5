/** A picture of the documentation, which is a page that is looked at. */
export interface Picture {
  /** Of the file in `docs/images`, without its ending. */
  readonly name: string;
  /** The name of the page. */
  readonly of: string;
  readonly width: number;
  readonly height: number;
  /** Default: light. */
  readonly scheme?: 'light' | 'dark';
}

const DESK = { width: 1280, height: 800 } as const;
const PHONE = { width: 390, height: 780 } as const;

export const PICTURES: readonly Picture[] = [
  { name: 'home', of: 'home-reader', ...DESK },
  { name: 'book', of: 'book-menu', ...DESK },
  { name: 'search', of: 'search', ...DESK },
  { name: 'series', of: 'series-long', ...DESK },
  { name: 'request', of: 'request-not-found', width: 1280, height: 1000 },
  { name: 'notifications', of: 'notifications', ...DESK },
  { name: 'statistics', of: 'statistics', width: 1280, height: 900 },
  { name: 'admin', of: 'admin', ...DESK },
  { name: 'phone', of: 'book-sheet-reader', ...PHONE },
  { name: 'phone-requests', of: 'requests', ...PHONE, scheme: 'dark' },
];
