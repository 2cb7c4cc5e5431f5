import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import type { HomeArrangement } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './arrange-home.module.css';
import { moveSection, placeAt } from './move-section.js';
import { useSectionTitle } from './section-title.js';

export type DraftSection = HomeArrangement['sections'][number];

interface SectionRowsProps {
  sections: readonly DraftSection[];
  onOrder: (sections: readonly DraftSection[]) => void;
  onRemove: (section: DraftSection) => void;
  /** A sentence for those who do not see what moved. */
  onSay: (sentence: string) => void;
  /** The element to focus when the last row was removed. */
  afterLast: RefObject<HTMLButtonElement | null>;
}

interface SectionRowProps {
  title: string;
  entry: DraftSection;
  isFirst: boolean;
  isLast: boolean;
  isDragged: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onMove: (step: 1 | -1, button: string) => void;
  onRemove: () => void;
}

function SectionRow({ title, entry, isFirst, isLast, isDragged, onKeyDown, onGrab, onMove, onRemove }: SectionRowProps) {
  const { t } = useI18n();
  return (
    <li className={classes.row} data-dragged={isDragged} onKeyDown={onKeyDown}>
      <span className={classes.handle} onPointerDown={onGrab} aria-hidden="true" data-handle={entry.section}>
        <IconGripVertical size={18} />
      </span>
      <span className={classes.name}>
        {title}
        {entry.gone ? <span className={classes.gone}>{t('home.gone')}</span> : null}
      </span>
      <button
        type="button"
        className={classes.button}
        data-button="up"
        aria-label={t('home.arrange.up', { section: title })}
        aria-disabled={isFirst}
        onClick={() => onMove(-1, 'up')}
      >
        <IconArrowUp size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={classes.button}
        data-button="down"
        aria-label={t('home.arrange.down', { section: title })}
        aria-disabled={isLast}
        onClick={() => onMove(1, 'down')}
      >
        <IconArrowDown size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={classes.button}
        data-button="remove"
        aria-label={t('home.arrange.remove', { section: title })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden="true" />
      </button>
    </li>
  );
}

/** Sections in their order: dragged by their handle, moved by buttons or the arrow keys, removed. */
export function SectionRows({ sections, onOrder, onRemove, onSay, afterLast }: SectionRowsProps) {
  const { t } = useI18n();
  const titleOf = useSectionTitle();
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  /** A row that is moved in the document loses the focus. */
  const focusNext = useRef<{ readonly index: number; readonly button: string } | undefined>(undefined);

  useLayoutEffect(() => {
    const wanted = focusNext.current;
    if (!wanted) return;
    focusNext.current = undefined;
    const row = list.current?.children[Math.min(wanted.index, sections.length - 1)];
    (row?.querySelector<HTMLButtonElement>(`[data-button="${wanted.button}"]`) ?? afterLast.current)?.focus();
  }, [sections, afterLast]);

  const say = (index: number) => {
    const moved = sections[index];
    if (moved)
      onSay(t('home.arrange.moved', { section: titleOf(moved.section, moved.title), position: index + 1, count: sections.length }));
  };
  const move = (from: number, to: number, button: string) => {
    const moved = sections[from];
    if (!moved || to < 0 || to >= sections.length) return;
    focusNext.current = { index: to, button };
    onOrder(moveSection(sections, from, to));
    onSay(t('home.arrange.moved', { section: titleOf(moved.section, moved.title), position: to + 1, count: sections.length }));
  };
  const moveByKey = (event: KeyboardEvent<HTMLElement>, from: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const button = event.target instanceof HTMLElement ? event.target.closest('button')?.dataset['button'] : undefined;
    if (step === undefined || button === undefined) return;
    event.preventDefault();
    move(from, from + step, button);
  };

  const grab = (event: PointerEvent<HTMLElement>, section: string) => {
    if (event.button !== 0) return;
    // the list stays where it is while its rows move
    list.current?.setPointerCapture(event.pointerId);
    setDragged(section);
  };
  const drag = ({ clientY }: PointerEvent<HTMLElement>) => {
    const from = sections.findIndex(({ section }) => section === dragged);
    if (from < 0) return;
    const others = [...(list.current?.children ?? [])].filter((_, index) => index !== from);
    const to = placeAt(
      clientY,
      others.map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
    );
    if (to !== from) onOrder(moveSection(sections, from, to));
  };
  const drop = () => {
    if (dragged !== null) say(sections.findIndex(({ section }) => section === dragged));
    setDragged(null);
  };

  return (
    <ul
      className={classes.rows}
      ref={list}
      aria-label={t('home.arrange.rows')}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      data-dragging={dragged !== null}
    >
      {sections.map((entry, index) => (
        <SectionRow
          key={entry.section}
          title={titleOf(entry.section, entry.title)}
          entry={entry}
          isFirst={index === 0}
          isLast={index === sections.length - 1}
          isDragged={entry.section === dragged}
          onKeyDown={(event) => moveByKey(event, index)}
          onGrab={(event) => grab(event, entry.section)}
          onMove={(step, button) => move(index, index + step, button)}
          onRemove={() => {
            focusNext.current = { index, button: 'remove' };
            onRemove(entry);
          }}
        />
      ))}
    </ul>
  );
}
