import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

/** The links that open a book in the sheet carry its ASIN, and its region where that is not the server's. */
const LINK = 'a[data-book]';
/** What holds the books of one list: a row, a grid, or a list. */
const LIST = '[role="feed"], section, ol, ul';
/** Keys that belong to what has the focus. */
const OWN_KEYS = 'input, textarea, select, audio, [contenteditable], [role="combobox"], [role="menu"], [role="radio"], [role="slider"]';

type Side = 'before' | 'after';

function linksAround(link: HTMLElement | null): HTMLElement[] {
  return [...(link?.closest(LIST)?.querySelectorAll<HTMLElement>(LINK) ?? [])];
}

/** The sheet is no part of the page whose lists are walked. */
function linkOf(asin: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main a[data-book="${CSS.escape(asin)}"]`);
}

function watchPage(onChange: () => void): () => void {
  const main = document.querySelector('main');
  if (!main) return () => undefined;
  const watcher = new MutationObserver(onChange);
  watcher.observe(main, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

/** The books beside the one that is open, in the list that it was opened from. */
export interface Neighbours {
  readonly has: Readonly<Record<Side, boolean>>;
  readonly go: (side: Side) => void;
  /** The link of the book that is open now, for the focus when the sheet closes. */
  readonly link: () => HTMLElement | null;
}

/**
 * Reads the neighbours of a book from the page below the sheet, which shows its lists in reading order: so it works for every list, and for
 * what a list shows after it was filtered. The arrow keys go there as well.
 *
 * @param asin of the book in the sheet; absent while it is closed
 */
export function useNeighbours(asin: string | undefined): Neighbours {
  const navigate = useNavigate();
  const opener = useRef<HTMLElement | null>(null);
  const find = useCallback((): HTMLElement | null => {
    if (asin === undefined) return null;
    const active = document.activeElement?.closest<HTMLElement>(`main ${LINK}`);
    if (active?.dataset.book === asin) opener.current = active;
    if (opener.current?.isConnected !== true || opener.current.dataset.book !== asin) opener.current = linkOf(asin);
    return opener.current;
  }, [asin]);
  const beside = useCallback(
    (side: Side): HTMLElement | undefined => {
      const link = find();
      const links = linksAround(link);
      return link ? links[links.indexOf(link) + (side === 'after' ? 1 : -1)] : undefined;
    },
    [find],
  );
  const before = useSyncExternalStore(watchPage, () => beside('before') !== undefined);
  const after = useSyncExternalStore(watchPage, () => beside('after') !== undefined);

  const go = useCallback(
    (side: Side) => {
      const link = beside(side);
      if (!link) return;
      opener.current = link;
      // a long list puts the rows around the view on the page, and the next step needs them
      link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { book, region } = link.dataset;
      // replaced, so that Back closes the sheet instead of walking the list again
      void navigate({ to: '.', search: (previous) => ({ ...previous, book, region }), replace: true, resetScroll: false });
    },
    [beside, navigate],
  );

  useEffect(() => {
    if (asin === undefined) return undefined;
    const press = ({ key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => {
      if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
      if (target instanceof Element && target.closest(OWN_KEYS)) return;
      // a dialog above the sheet
      if (document.querySelectorAll('[role="dialog"]').length > 1) return;
      const isForward = (key === 'ArrowRight') === (getComputedStyle(document.documentElement).direction !== 'rtl');
      go(isForward ? 'after' : 'before');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [asin, go]);

  return { has: { before, after }, go, link: find };
}
