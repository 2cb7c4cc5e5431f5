import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';
import { singleKeys } from './page-keys.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the search box made this entry. */
    typed?: boolean;
    /** Set when the search was sent with Enter, to the time of that; the results then get the focus. */
    sentAt?: number;
  }
}

/** The search box on every page. It writes to the address, which the search page reads. */
export function SearchBox() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const onSearchPage = location.pathname === '/search';
  const inUrl = onSearchPage ? (location.search.q ?? '') : '';
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);

  // Back, forward and links change the address without the box; the typed text may be ahead of the address.
  if (seen !== inUrl) {
    setSeen(inUrl);
    if ((!location.state.typed || text === '') && inUrl !== text.trim()) setText(inUrl);
  }

  const go = (value: string, sentAt?: number) => {
    const query = value.trim();
    if (query === '' && !onSearchPage) return;
    void navigate({
      to: '/search',
      search: { q: query === '' ? undefined : query },
      replace: onSearchPage,
      state: { typed: true, ...(sentAt === undefined ? {} : { sentAt }) },
    });
  };
  const goSoon = useDebouncedCallback(go, 250);
  const isTyped = location.state.typed === true;
  // If somebody opens a result right after the last letter, the pending search is dropped.
  useEffect(() => {
    if (!isTyped) goSoon.cancel();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [location.href, isTyped]);
  useHotkeys([['/', () => singleKeys.areOn() && input.current?.focus()]]);
  // The box gets the focus on an empty search page, but not on one with results or with a book open above it.
  const typeHere = onSearchPage && inUrl === '' && location.search.book === undefined;
  useEffect(() => {
    if (typeHere) input.current?.focus({ preventScroll: true });
  }, [typeHere]);

  const change = (value: string) => {
    setText(value);
    goSoon(value);
  };

  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        goSoon.cancel();
        go(text, Date.now());
        if (matchMedia('(hover: none)').matches) input.current?.blur();
      }}
    >
      <IconSearch size={18} aria-hidden="true" className={classes.searchIcon ?? ''} />
      <input
        ref={input}
        type="search"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          const first = document.querySelector<HTMLElement>('main a[data-book]');
          if (!first) return;
          event.preventDefault();
          first.focus();
        }}
      />
      {text === '' ? (
        <kbd className={classes.key}>/</kbd>
      ) : (
        <button
          type="button"
          className={classes.clear}
          aria-label={t('search.clear')}
          onClick={() => {
            change('');
            input.current?.focus();
          }}
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}
