import { IconBook2 } from '@tabler/icons-react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './book.module.css';

/** Shown if the ebook is on a media server, whoever put it there. */
export function EbookInLibrary() {
  const { t } = useI18n();
  return (
    <span className={classes.ebookInLibrary}>
      <IconBook2 size={16} aria-hidden="true" />
      {t('ebook.inLibrary')}
    </span>
  );
}
