import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBookOff } from '@tabler/icons-react';
import { isApiError } from '../../api/api-error.js';
import { bookQuery } from '../../api/queries/book-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ErrorState } from '../feedback/error-state.js';
import { StatePanel } from '../feedback/state-panel.js';
import { BookDetail } from './book-detail.js';
import classes from './book-detail.module.css';

export function BookDetailLoader({ asin, region, headingLevel }: { asin: string; region?: string | undefined; headingLevel: 1 | 2 }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(bookQuery(asin, region));
  if (data) return <BookDetail answer={data} headingLevel={headingLevel} />;
  if (isApiError(error) && error.status === 404) {
    return (
      <StatePanel icon={IconBookOff} title={t('book.unknown.title')}>
        {t('book.unknown.body')}
      </StatePanel>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.frame} role="status" aria-label={t('common.loading')}>
      <div className={classes.detail}>
        <div className={classes.head}>
          <Skeleton className={classes.cover ?? ''} style={{ aspectRatio: '1' }} height="auto" radius="md" />
          <div className={`${classes.words} ${classes.wordsToCome}`}>
            <Skeleton height={30} width="80%" />
            <Skeleton height={16} mt={16} width="50%" />
            <Skeleton height={16} mt={8} width="40%" />
            <Skeleton height={44} mt={24} width={190} />
          </div>
        </div>
        <Skeleton height={64} />
        <Skeleton height={140} />
      </div>
    </div>
  );
}
