/** The letter that follows `g`, for pages that everybody has and the one of admins. */
export const PAGE_KEYS = {
  h: { to: '/', label: 'nav.home' },
  b: { to: '/browse', label: 'nav.browse' },
  s: { to: '/search', label: 'nav.search' },
  r: { to: '/requests', label: 'nav.requests' },
  l: { to: '/shelves', label: 'nav.shelves' },
  c: { to: '/coming-up', label: 'nav.comingUp' },
  a: { to: '/admin', label: 'nav.admin' },
} as const;

export type PageKey = keyof typeof PAGE_KEYS;

export function isPageKey(key: string): key is PageKey {
  return Object.hasOwn(PAGE_KEYS, key);
}

const STORED = 'lectern-keys-off';

/** Speech and some hands press letters without meaning to, so that single keys can be switched off in this browser (WCAG 2.1.4). */
export const singleKeys = {
  areOn(): boolean {
    try {
      return localStorage.getItem(STORED) === null;
    } catch {
      return true;
    }
  },
  set(areOn: boolean): void {
    try {
      if (areOn) localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, '1');
    } catch {
      // a browser that refuses storage forgets it with the page
    }
  },
};

/** Whether a key belongs to what has the focus, or to what lies above the page. */
export function isForPage({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !singleKeys.areOn()) return false;
  const element = target instanceof Element ? target : undefined;
  if (
    element?.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"], [role="menu"], [role="listbox"]',
    )
  )
    return false;
  return document.querySelector('[role="dialog"], [role="menu"]') === null;
}
