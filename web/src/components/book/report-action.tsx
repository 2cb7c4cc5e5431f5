import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { openReportQuery } from '../../api/queries/report-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';

const ReportDialog = lazy(() => loadPart(import('../report/report-dialog.js')).then((module) => ({ default: module.ReportDialog })));

/** Reports a problem with a book of the library, or leads to the report that the person has open. */
export function ReportAction({ book }: { book: AnnotatedBook }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const isOwned = book.libraryItem !== null || book.ebookItem !== null;
  const { data: report } = useQuery({ ...openReportQuery(book.asin), enabled: isOwned });
  if (!isOwned) return null;
  const look = { size: 'md', variant: 'subtle', color: 'gray', leftSection: <IconFlag size={18} /> } as const;
  return (
    <>
      {report ? (
        <Button {...look} renderRoot={(props) => <Link to="/reports/$reportId" params={{ reportId: report.id }} {...props} />}>
          {t('report.action.view')}
        </Button>
      ) : (
        <ActionButton {...look} onClick={() => setOpen(true)}>
          {t('report.action')}
        </ActionButton>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <ReportDialog book={book} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
