import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconBook, IconSearch } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useMe } from '../../api/queries/session-queries.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Home } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ADMIN_PAGES } from '../../pages/admin/admin-pages.js';
import { authorsOf } from '../book/book-text.js';
import { NAV_ITEMS } from './nav-items.js';
import classes from './palette.module.css';

interface Command {
  id: string;
  icon: Icon;
  label: string;
  note?: string;
  run: () => void;
}

const LIMIT = 9;

function useCommands(query: string): Command[] {
  const { t } = useI18n();
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const admin = me.role === 'admin';
  const pages: Command[] = [
    ...NAV_ITEMS.filter((item) => admin || !item.adminOnly).map((item) => ({
      id: item.to,
      icon: item.icon,
      label: t(item.label),
      run: () => void navigate({ to: item.to }),
    })),
    ...(admin
      ? ADMIN_PAGES.slice(1).map((page) => ({
          id: page.to,
          icon: page.icon,
          label: t(page.label),
          note: t('nav.admin'),
          run: () => void navigate({ to: page.to }),
        }))
      : []),
  ];
  const known = new Map(
    client.getQueryData<Home>(queryKeys.home)?.sections.flatMap((section) => section.items.map((book) => [book.asin, book])),
  );
  const books: Command[] = [...known.values()].map((book) => ({
    id: book.asin,
    icon: IconBook,
    label: book.title,
    note: authorsOf(book),
    run: () => void navigate({ to: '.', search: (previous) => ({ ...previous, book: book.asin }) }),
  }));
  const text = query.trim().toLocaleLowerCase();
  if (text === '') return pages.slice(0, LIMIT);
  const matching = [...pages, ...books].filter((command) => `${command.label} ${command.note ?? ''}`.toLocaleLowerCase().includes(text));
  return [
    ...matching.slice(0, LIMIT - 1),
    {
      id: 'search',
      icon: IconSearch,
      label: t('palette.searchFor', { query: query.trim() }),
      run: () => void navigate({ to: '/search', search: { q: query.trim() } }),
    },
  ];
}

/** Ctrl/⌘ K: pages, books at hand, and the search. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const commands = useCommands(query);
  const index = Math.min(active, commands.length - 1);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((index + step + commands.length) % commands.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(commands[index]);
    }
  };

  return (
    <Modal.Root opened onClose={onClose} size={560} centered={false} yOffset="12vh">
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content radius="lg">
        <Modal.Title className="visually-hidden">{t('palette.title')}</Modal.Title>
        <input
          className={classes.input}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={keys}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.title')}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={`palette-${index}`}
          data-autofocus
        />
        <ul id="palette-list" role="listbox" aria-label={t('palette.title')} className={classes.list}>
          {commands.map((command, position) => (
            <li
              key={command.id}
              id={`palette-${position}`}
              role="option"
              aria-selected={position === index}
              className={classes.option}
              onMouseMove={() => setActive(position)}
              onClick={() => run(command)}
            >
              <command.icon size={18} stroke={1.7} aria-hidden="true" />
              <span className={classes.label}>{command.label}</span>
              {command.note ? <span className="dim small">{command.note}</span> : null}
            </li>
          ))}
        </ul>
      </Modal.Content>
    </Modal.Root>
  );
}
