import { useIgnore, useStopIgnoring } from '../../api/queries/ignore-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';

/** Ignoring a book and undoing that, each with an undo in its message. */
export function useIgnoreBook() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutateAsync: add, isPending: isAdding } = useIgnore();
  const { mutateAsync: remove, isPending: isRemoving } = useStopIgnoring();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.problem(t('action.failed', { message: errorText(error) }));
    }
  };
  const stop = (asin: string, title: string) =>
    attempt(async () => {
      const removed = await remove(asin);
      toast.undoable(t('ignore.stopped', { title }), t('ignore.undo'), () => {
        void attempt(async () => {
          for (const one of removed) await add(one);
        });
      });
    });
  const ignore = (asin: string, title: string) =>
    attempt(async () => {
      await add(asin);
      toast.undoable(t('ignore.done', { title }), t('ignore.undo'), () => {
        void attempt(async () => {
          await remove(asin);
        });
      });
    });
  return { ignore, stop, busy: isAdding || isRemoving };
}
