import { Drawer } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconArrowsMaximize, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useI18n } from '../../i18n/i18n-context.js';
import { useFocusReturn } from '../feedback/use-focus-return.js';
import { BookDetailLoader } from './book-detail-loader.js';
import classes from './book-sheet.module.css';
import { useNeighbours } from './use-neighbours.js';
import { useIsPhone } from '../page/use-is-phone.js';

/** The book named by `?book=` over the current page: from the side on a desktop, from below on a phone. */
export function BookSheet() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const { book, region } = useSearch({ strict: false });
  const neighbours = useNeighbours(book);
  useFocusReturn(book !== undefined, neighbours.link);
  const close = () =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, book: undefined, region: undefined }), resetScroll: false });

  return (
    <Drawer.Root
      opened={book !== undefined}
      onClose={close}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '92%' : 'min(720px, 92vw)'}
      classNames={{ content: classes.content ?? '' }}
    >
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content radius={0}>
        <Drawer.Title className="visually-hidden">{t('book.sheet')}</Drawer.Title>
        <div data-stays className={classes.bar}>
          {(['before', 'after'] as const).map((side) => (
            <button
              key={side}
              type="button"
              className={classes.button}
              aria-label={t(`book.${side}`)}
              aria-disabled={!neighbours.has[side]}
              hidden={!neighbours.has.before && !neighbours.has.after}
              onClick={() => neighbours.go(side)}
            >
              {side === 'before' ? (
                <IconChevronLeft size={22} className="flip-rtl" aria-hidden="true" />
              ) : (
                <IconChevronRight size={22} className="flip-rtl" aria-hidden="true" />
              )}
            </button>
          ))}
          <span className={classes.space} />
          {book ? (
            <Link to="/book/$asin" params={{ asin: book }} search={{ region }} className={classes.button} aria-label={t('book.openPage')}>
              <IconArrowsMaximize size={20} aria-hidden="true" />
            </Link>
          ) : null}
          <button type="button" className={classes.button} onClick={close} aria-label={t('common.close')} data-autofocus>
            <IconX size={22} aria-hidden="true" />
          </button>
        </div>
        <div className={classes.body}>{book ? <BookDetailLoader asin={book} region={region} headingLevel={2} /> : null}</div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
