import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../../api/queries/session-queries.js';
import { isForPage, isPageKey, PAGE_KEYS } from './page-keys.js';

/** After `g`, the letter of a page is waited for this long. */
const PATIENCE_MS = 1500;
/** The link of each book or request, one after the other. */
const ITEMS = 'main article h3 a, main article a:not([tabindex="-1"]):not([aria-hidden="true"])';

/** Moves the focus to the item after or before the one that has it; from elsewhere, to the first. */
function step(by: 1 | -1): void {
  const articles = [...document.querySelectorAll('main article')];
  const links = articles.flatMap((article) => [...article.querySelectorAll<HTMLElement>(ITEMS)].slice(0, 1));
  const here = links.findIndex((link) => link.closest('article')?.contains(document.activeElement));
  const next = links[here === -1 ? 0 : Math.min(Math.max(here + by, 0), links.length - 1)];
  next?.focus({ preventScroll: true });
  next?.closest('article')?.scrollIntoView({ block: 'nearest' });
}

/** Single keys of every page: `g` and a letter open a page, `j` and `k` go through books and requests, `?` shows them all. */
export function usePageKeys(onHelp: () => void): void {
  const navigate = useNavigate();
  const isAdmin = useMe().role === 'admin';
  useEffect(() => {
    let goneAt = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const { key, timeStamp } = event;
      const isSecond = timeStamp - goneAt < PATIENCE_MS;
      goneAt = key === 'g' && !isSecond ? timeStamp : -Infinity;
      if (isSecond && isPageKey(key) && (key !== 'a' || isAdmin)) void navigate({ to: PAGE_KEYS[key].to });
      else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
      else if (key === '?') onHelp();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, isAdmin, onHelp]);
}
