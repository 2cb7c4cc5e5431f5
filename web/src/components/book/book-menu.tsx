import { Button, Loader, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAdjustmentsHorizontal, IconDots, IconEye, IconEyeOff, IconFlag, IconListSearch, IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { ebookQuery } from '../../api/queries/book-queries.js';
import { openReportQuery } from '../../api/queries/report-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionMenu } from '../controls/action-menu.js';
import { usePreviewRename } from '../request/use-preview-rename.js';
import classes from './book-detail.module.css';
import { requestChoices } from './request-choices.js';
import { useIgnoreBook } from './use-ignore-book.js';

const RequestDialog = lazy(() => loadPart(import('./request-dialog.js')).then((module) => ({ default: module.RequestDialog })));
const PreviewDialog = lazy(() => loadPart(import('../candidates/preview-dialog.js')).then((module) => ({ default: module.PreviewDialog })));
const ReportDialog = lazy(() => loadPart(import('../report/report-dialog.js')).then((module) => ({ default: module.ReportDialog })));

const ICON = { size: 18, 'aria-hidden': true } as const;

/** What is done with a book seldom, in one menu, so that the page has one thing to press. `isPage`: not in the sheet. */
export function BookMenu({ book, isPage }: { book: AnnotatedBook; isPage: boolean }) {
  const { t } = useI18n();
  const me = useMe();
  const { data: ebook } = useQuery(ebookQuery(book.asin));
  const isOwned = book.libraryItem !== null || book.ebookItem !== null;
  const { data: report } = useQuery({ ...openReportQuery(book.asin), enabled: isOwned });
  const { ignore, stop, busy } = useIgnoreBook();
  const { preview, isPlanning } = usePreviewRename();
  const [asking, setAsking] = useState<'options' | 'preview' | 'report' | null>(null);
  const choices = requestChoices(book, ebook, me);
  const isThere = book.availability === 'available';
  const toRename = isPage && isThere && me.role === 'admin' ? book.request?.id : undefined;
  const mayIgnore = !isThere || book.ignored;
  const close = () => setAsking(null);
  const isBusy = busy || isPlanning;
  return (
    <div className={classes.menu}>
      {choices.length > 0 || me.permissions.interactiveSearch || toRename !== undefined || isOwned || mayIgnore ? (
        <ActionMenu
          target={
            <Button
              size="md"
              variant="default"
              aria-busy={isBusy || undefined}
              leftSection={isBusy ? <Loader size={16} aria-hidden="true" /> : <IconDots {...ICON} />}
            >
              {t('book.more')}
            </Button>
          }
        >
          {choices.length > 0 ? (
            <Menu.Item leftSection={<IconAdjustmentsHorizontal {...ICON} />} onClick={() => setAsking('options')}>
              {t('ask.options')}
            </Menu.Item>
          ) : null}
          {me.permissions.interactiveSearch ? (
            <Menu.Item leftSection={<IconListSearch {...ICON} />} onClick={() => setAsking('preview')}>
              {t('preview.button')}
            </Menu.Item>
          ) : null}
          {toRename === undefined ? null : (
            <Menu.Item leftSection={<IconPencil {...ICON} />} disabled={isBusy} onClick={() => preview({ requestIds: [toRename] })}>
              {t('request.rename')}
            </Menu.Item>
          )}
          {isOwned && report ? (
            <Menu.Item
              leftSection={<IconFlag {...ICON} />}
              renderRoot={(props) => <Link to="/reports/$reportId" params={{ reportId: report.id }} {...props} />}
            >
              {t('report.action.view')}
            </Menu.Item>
          ) : null}
          {isOwned && !report ? (
            <Menu.Item leftSection={<IconFlag {...ICON} />} onClick={() => setAsking('report')}>
              {t('report.action')}
            </Menu.Item>
          ) : null}
          {mayIgnore ? (
            <Menu.Item
              leftSection={book.ignored ? <IconEye {...ICON} /> : <IconEyeOff {...ICON} />}
              disabled={isBusy}
              onClick={() => void (book.ignored ? stop : ignore)(book.asin, book.title)}
            >
              {t(book.ignored ? 'ignore.stop' : 'ignore.ignore')}
            </Menu.Item>
          ) : null}
        </ActionMenu>
      ) : null}
      <Suspense fallback={null}>
        {asking === 'options' ? <RequestDialog book={book} choices={choices} onClose={close} /> : null}
        {asking === 'preview' ? (
          <PreviewDialog book={book} types={ebook?.possible === true ? ['audiobook', 'ebook'] : ['audiobook']} onClose={close} />
        ) : null}
        {asking === 'report' ? <ReportDialog book={book} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
