import { Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';

/** Says that a list shows what was probably meant, because what was typed is not there. */
export function SearchedFor({ typed, meant }: { typed: string | undefined; meant: string | undefined }) {
  const { t } = useI18n();
  return (
    <div role="status">
      {typed !== undefined && meant !== undefined ? (
        <Text size="sm" c="dimmed" mb="sm">
          {t('search.meant', { typed, meant })}
        </Text>
      ) : null}
    </div>
  );
}
