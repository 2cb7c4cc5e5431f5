import { Skeleton } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './request-row.module.css';

export function RequestListSkeleton({ rows = 4 }: { rows?: number }) {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div className={classes.row} key={index} aria-hidden="true">
          <Skeleton width={72} height={72} radius="md" />
          <div style={{ flex: 1 }}>
            <Skeleton height={18} width="40%" />
            <Skeleton height={13} mt={10} width="26%" />
            <Skeleton height={13} mt={8} width="60%" />
          </div>
        </div>
      ))}
    </div>
  );
}
