import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCancelUpload } from '../../../api/queries/upload-queries.js';
import type { ForeignUpload } from '../../../api/types.js';
import { briefTitle } from '../../../components/book/book-text.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { ProgressBar } from '../../../components/status/progress-bar.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './uploads.module.css';
import rows from '../../../components/page/item-rows.module.css';

/** How far an upload is, and whether it is still moving. */
function State({ upload }: { upload: ForeignUpload }) {
  const { t, bytes, relative, dateTime } = useI18n();
  const { state, files: count, received, lastPieceAt, fault = '' } = upload;
  const size = bytes(upload.bytes);
  if (state === 'unpacking') return <p>{t('uploads.unpacking', { bytes: size })}</p>;
  if (state === 'handed') return <p>{t('uploads.handed', { bytes: size })}</p>;
  if (state === 'failed') return <p>{t('uploads.failed', { fault })}</p>;
  const words =
    received === 0
      ? t('uploads.noPiece', { bytes: size, count })
      : t('uploads.receiving', { received: bytes(received), bytes: size, count });
  return (
    <>
      <ProgressBar label={t('uploads.progress', { title: upload.request.title })} value={received} max={upload.bytes} text={words} />
      <p>{words}</p>
      {lastPieceAt === undefined ? null : (
        <time className="dim small" dateTime={lastPieceAt} title={dateTime(lastPieceAt)}>
          {t('uploads.lastPiece', { when: relative(lastPieceAt) })}
        </time>
      )}
    </>
  );
}

function Cancel({ upload, onDone }: { upload: ForeignUpload; onDone: () => void }) {
  const { t, bytes } = useI18n();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useCancelUpload();
  const title = briefTitle(upload.request.title);
  const isFailed = upload.state === 'failed';
  const cancel = () =>
    mutate(upload.id, {
      onSuccess: () => {
        toast.done(t(isFailed ? 'uploads.deleted' : 'uploads.cancelled'));
        onDone();
      },
      onError: (error) => toast.problem(t('action.failed', { message: errorText(error) })),
    });
  return (
    <div className={rows.actions}>
      <ActionButton
        variant="subtle"
        color="red"
        size="xs"
        loading={isPending}
        aria-label={t(isFailed ? 'uploads.delete.of' : 'uploads.cancel.of', { title })}
        // of a failed one nothing is left to lose
        onClick={() => (isFailed ? cancel() : setAsking(true))}
      >
        {t(isFailed ? 'uploads.delete' : 'uploads.cancel')}
      </ActionButton>
      {isAsking ? (
        <ConfirmDialog
          title={t('uploads.cancel.title', { title })}
          confirm={t('uploads.cancel.confirm')}
          cancel={t('uploads.cancel.keep')}
          danger
          onConfirm={() => {
            setAsking(false);
            cancel();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('uploads.cancel.body', { name: upload.user.displayName, bytes: bytes(upload.received) })}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** An upload of anybody. @param onDone called when it leaves the list */
export function UploadRow({ upload, onDone }: { upload: ForeignUpload; onDone: () => void }) {
  const { t, relative, dateTime } = useI18n();
  const { request, user, createdAt, state } = upload;
  return (
    <li className={rows.row}>
      <div className={`${rows.words} ${classes.progress}`}>
        <Link to="/requests/$requestId" params={{ requestId: request.id }} className={`serif ${rows.title}`}>
          <bdi>{request.title}</bdi>
        </Link>
        <span className="dim small">
          <bdi>{request.author}</bdi>
          {' · '}
          <time dateTime={createdAt} title={dateTime(createdAt)}>
            {t('uploads.by', { name: user.displayName, when: relative(createdAt) })}
          </time>
        </span>
        <State upload={upload} />
      </div>
      {state === 'receiving' || state === 'failed' ? <Cancel upload={upload} onDone={onDone} /> : null}
    </li>
  );
}
