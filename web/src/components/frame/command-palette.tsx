import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { useFocusReturn } from '../feedback/use-focus-return.js';
import classes from './palette.module.css';
import { useCommands, type Command } from './use-commands.js';

needMessages('keys');

interface PaletteProps {
  readonly onClose: () => void;
  /** Shows the keyboard shortcuts. */
  readonly onKeys: () => void;
}

/** Ctrl/⌘ K: pages, actions, books at hand, and the search. */
export function CommandPalette({ onClose, onKeys }: PaletteProps) {
  const { t } = useI18n();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const commands = useCommands(query, onKeys);
  const index = Math.min(active, commands.length - 1);
  useFocusReturn();

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
              <span className={classes.label}>
                <bdi>{command.label}</bdi>
              </span>
              {command.note ? <span className="dim small">{command.note}</span> : null}
            </li>
          ))}
        </ul>
      </Modal.Content>
    </Modal.Root>
  );
}
