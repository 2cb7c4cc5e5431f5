import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { ActionButton } from '../controls/action-button.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { useIgnoreBook } from './use-ignore-book.js';

/** Keeps shelves and what somebody follows from requesting a book; nothing for one in the library. */
export function IgnoreAction({ book }: { book: AnnotatedBook }) {
  const { t } = useI18n();
  const { ignore, stop, busy } = useIgnoreBook();
  if (book.availability === 'available' && !book.ignored) return null;
  const Icon = book.ignored ? IconEye : IconEyeOff;
  const act = book.ignored ? stop : ignore;
  return (
    <ActionButton
      size="md"
      variant="subtle"
      color="gray"
      loading={busy}
      leftSection={<Icon size={18} />}
      onClick={() => void act(book.asin, book.title)}
    >
      {t(book.ignored ? 'ignore.stop' : 'ignore.ignore')}
    </ActionButton>
  );
}

/** Ignores a book of a list, which then leaves it. */
export function IgnoreListed({ book: { asin, title } }: { book: Pick<AnnotatedBook, 'asin' | 'title'> }) {
  const { t } = useI18n();
  const { ignore, busy } = useIgnoreBook();
  return (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      color="gray"
      loading={busy}
      aria-label={labelled(t('ignore.ignore'), title)}
      onClick={() => void ignore(asin, title)}
    >
      {t('ignore.ignore')}
    </ActionButton>
  );
}
