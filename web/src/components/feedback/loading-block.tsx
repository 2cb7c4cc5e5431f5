import { Skeleton, type SkeletonProps } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';

/** Stands for one part of a page that is not there yet, and says so to those who do not see it. */
export function LoadingBlock(props: SkeletonProps) {
  const { t } = useI18n();
  return <Skeleton role="status" aria-label={t('common.loading')} {...props} />;
}
