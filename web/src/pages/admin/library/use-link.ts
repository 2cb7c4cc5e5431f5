import { useLinkItem, useRejectMatch } from '../../../api/queries/library-queries.js';
import type { LibraryItem } from '../../../api/types.js';
import { briefTitle } from '../../../components/book/book-text.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

type Item = Pick<LibraryItem, 'id' | 'title' | 'asin'>;
interface Chosen {
  readonly asin: string;
  readonly title: string;
}

/** Linking items of a library to books and rejecting suggestions, each with an undo in its message. */
export function useLink() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutateAsync: setLink, isPending: isLinking } = useLinkItem();
  const { mutateAsync: setRejected, isPending: isRejecting } = useRejectMatch();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast.problem(t('action.failed', { message: errorText(error) }));
    }
  };
  const undoable = (message: string, undo: () => Promise<unknown>) => toast.undoable(message, t('library.undo'), () => void attempt(undo));
  const link = ({ id, title }: Item, book: Chosen) =>
    attempt(async () => {
      await setLink({ id, asin: book.asin });
      undoable(t('library.link.done', { title: briefTitle(title), book: briefTitle(book.title) }), () => setLink({ id, asin: null }));
    });
  const unlink = ({ id, title, asin }: Item) =>
    attempt(async () => {
      await setLink({ id, asin: null });
      undoable(t('library.unlink.done', { title: briefTitle(title) }), () => setLink({ id, asin: asin ?? null }));
    });
  const reject = ({ id, title }: Item, book: Chosen) =>
    attempt(async () => {
      await setRejected({ id, asin: book.asin, rejected: true });
      undoable(t('library.likely.rejected', { title: briefTitle(title), book: briefTitle(book.title) }), () =>
        setRejected({ id, asin: book.asin, rejected: false }),
      );
    });
  return { link, unlink, reject, busy: isLinking || isRejecting };
}
