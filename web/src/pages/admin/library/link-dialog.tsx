import type { LibraryItem } from '../../../api/types.js';
import { BookPicker } from '../../../components/book/book-picker.js';
import { briefTitle } from '../../../components/book/book-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { useLink } from './use-link.js';

/** Asks which book an item of a library is. */
export function LinkDialog({ item, onClose }: { item: Pick<LibraryItem, 'id' | 'title' | 'authors' | 'asin'>; onClose: () => void }) {
  const { t } = useI18n();
  const { link, busy } = useLink();
  return (
    <BookPicker
      title={t('library.link.title', { title: briefTitle(item.title) })}
      search={`${item.title.replace(/[([][^()[\]]*[)\]]/g, ' ').trim()} ${item.authors[0] ?? ''}`.trim()}
      choose={t('library.link.confirm')}
      busy={busy}
      onChoose={(book) => void link(item, book).then(onClose)}
      onClose={onClose}
    >
      <p className="dim small">{t('library.link.lead')}</p>
    </BookPicker>
  );
}
