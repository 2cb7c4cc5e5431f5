import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { isApiError } from '../../api/api-error.js';
import { ebookQuery } from '../../api/queries/book-queries.js';
import { useCreateRequest } from '../../api/queries/request-queries.js';
import { shownStatus } from '../../api/request-status.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { StatusChip } from '../status/status-chip.js';
import { LazyAskAnywayDialog } from './lazy-ask-anyway-dialog.js';
import classes from './book.module.css';
import { EbookInLibrary } from './ebook-in-library.js';
import { useAskingWords } from './use-asking-words.js';

/** The ebook of a book, beside its main action: requests it, or shows its state. Nothing if ebooks are unavailable. */
export function EbookAction({ book }: { book: AnnotatedBook }) {
  const { t } = useI18n();
  const words = useAskingWords(book.title);
  const create = useCreateRequest();
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(ebookQuery(book.asin));
  const isInLibrary = book.ebookItem !== null || data?.inLibrary === true;
  if (isInLibrary && !data?.request) return <EbookInLibrary />;
  if (!data || (!data.possible && !data.request)) return null;
  const { request } = data;
  const { title } = book;

  if (request) {
    const chip = <StatusChip status={shownStatus({ type: 'ebook', status: request.status })} reason={request.reason} />;
    return (
      <div className={classes.ebook}>
        <span className="small">{t('ebook')}</span>
        {request.mine ? (
          <Link to="/requests/$requestId" params={{ requestId: request.id }} className="plain-link">
            {chip}
          </Link>
        ) : (
          chip
        )}
      </div>
    );
  }
  const send = (bypassIgnore: boolean) => {
    setAsking(false);
    const body = { asin: book.asin, type: 'ebook' as const, ...(bypassIgnore ? { bypassIgnore } : {}) };
    create.mutate(body, {
      onSuccess: (made) => words.made('ebook', made),
      onError: (error) => (isApiError(error, 'ignored') ? setAsking(true) : words.failed('ebook', error, body)),
    });
  };
  return (
    <>
      <ActionButton
        size="md"
        variant="default"
        loading={create.isPending}
        onClick={() => (book.ignored ? setAsking(true) : send(false))}
        leftSection={<IconBook2 size={18} />}
      >
        {t('ebook.request')}
      </ActionButton>
      {isAsking ? <LazyAskAnywayDialog title={title} onConfirm={() => send(true)} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
