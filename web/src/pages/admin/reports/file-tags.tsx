import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reportTagsQuery } from '../../../api/queries/report-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './evidence.module.css';

/** What the first audio file says of itself; it is read meanwhile. */
export function FileTags({ reportId }: { reportId: string }) {
  const { t, duration } = useI18n();
  const { data, error, refetch } = useQuery(reportTagsQuery(reportId));
  const file = data?.file;
  return (
    <Section title={t('reports.tags')}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} compact />
        ) : (
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton height={14} width="70%" />
            <Skeleton height={14} mt={10} width="50%" />
          </div>
        )
      ) : file ? (
        <>
          <p className={classes.none}>
            {t('reports.tags.file', { file: file.file, length: duration(file.durationMinutes), chapters: file.chapters })}
          </p>
          {file.tags.length === 0 ? <p className={classes.none}>{t('reports.tags.none')}</p> : null}
          <dl className={classes.tags}>
            {file.tags.map(({ name, value }) => (
              <div key={`${name} ${value}`}>
                <dt>{t(`reports.tag.${name}`)}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={classes.none}>{data.why ? t(`reports.tags.why.${data.why}`) : null}</p>
      )}
    </Section>
  );
}
