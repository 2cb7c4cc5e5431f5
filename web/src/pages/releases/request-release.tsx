import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { useRequestRelease, type ReleaseWish } from '../../api/queries/release-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { AnnotatedBook, FoundRelease } from '../../api/types.js';
import { BookLine } from '../../components/book/book-line.js';
import { useAskingWords } from '../../components/book/use-asking-words.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { Dialog } from '../../components/feedback/dialog.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ReleaseName } from './found-release-row.js';
import classes from './releases.module.css';

interface RequestReleaseProps {
  wish: ReleaseWish;
  release: FoundRelease;
  book: AnnotatedBook;
  onClose: () => void;
}

/** Requests a book with a certain release; asks once more where the release fails a condition. */
export function RequestRelease({ wish, release, book, onClose }: RequestReleaseProps) {
  const { t } = useI18n();
  const { role, permissions } = useMe();
  const { mutate, isPending } = useRequestRelease(wish);
  const words = useAskingWords(book.title);
  const errorText = useErrorText();
  const [note, setNote] = useState('');
  const [against, setAgainst] = useState<string>();
  const isFree = role === 'admin' || permissions.autoApprove;

  const send = () =>
    mutate(
      {
        id: release.id,
        asin: book.asin,
        region: book.region,
        ...(note.trim() === '' ? {} : { note }),
        ...(against === undefined ? {} : { overrideGates: true }),
      },
      {
        onSuccess: (made) => {
          words.made(wish.type, made);
          onClose();
        },
        onError: (error) => (isApiError(error, 'gate_failed') ? setAgainst(errorText(error)) : words.failed(wish.type, error)),
      },
    );

  return (
    <Dialog title={t('releases.dialog.title')} onClose={onClose}>
      <div className={classes.chosen}>
        <div className={classes.book}>
          <BookLine book={book} />
        </div>
        <ReleaseName release={release} />
        <p className="dim small">{t(isFree ? 'releases.dialog.now' : 'releases.dialog.approval')}</p>
        {isFree ? null : (
          <Textarea
            label={t('releases.dialog.note')}
            maxLength={1000}
            autosize
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {against === undefined ? null : <p role="alert">{against}</p>}
      </div>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ActionButton onClick={send} loading={isPending} data-autofocus>
          {t(against === undefined ? 'releases.request' : 'releases.dialog.anyway')}
        </ActionButton>
      </Group>
    </Dialog>
  );
}
