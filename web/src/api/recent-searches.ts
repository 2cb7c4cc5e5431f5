import { nameHere } from './base-path.js';

const STORED = nameHere('lectern-searches');
const MOST = 8;

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function write(words: readonly string[]): void {
  try {
    if (words.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(words));
  } catch {
    // a browser that refuses storage remembers none
  }
}

/** What was searched for in this browser, the last first. It goes with the session of its person. */
export const recentSearches = {
  list: read,
  /** Words that continue the last ones replace them, because they were typed further. */
  add(words: string): void {
    const same = (one: string) => one.toLowerCase() === words.toLowerCase();
    const [last = '', ...earlier] = read().filter((one) => !same(one));
    const isContinued = last !== '' && words.toLowerCase().startsWith(last.toLowerCase());
    write([words, ...(isContinued || last === '' ? [] : [last]), ...earlier].slice(0, MOST));
  },
  forget: () => write([]),
};
