import { IconBook2 } from '@tabler/icons-react';
import { useI18n } from '../../i18n/i18n-context.js';
import { Chip } from '../status/chip.js';

/** Marks entries about the ebook of a book, not its audiobook. */
export function EbookChip() {
  const { t } = useI18n();
  return (
    <Chip tone="asked" icon={IconBook2}>
      {t('ebook')}
    </Chip>
  );
}
