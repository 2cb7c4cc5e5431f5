import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { downloadStatusQuery, useDownload } from '../../api/queries/download-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { BookDownload } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import classes from './download-action.module.css';
import { DownloadDialog } from './download-dialog.js';

interface DownloadButtonProps {
  asin: string;
  download: BookDownload;
  title: string;
  isOnly: boolean;
  size: 'sm' | 'md';
}

function DownloadButton({ asin, download, title, isOnly, size }: DownloadButtonProps) {
  const { t, bytes } = useI18n();
  const errorText = useErrorText();
  const start = useDownload();
  const [choosing, setChoosing] = useState(false);
  const { requestId, files, type } = download;
  // a cover beside a book's only file is not a choice
  const main = files.filter(({ name }) => !/\.(?:jpe?g|png|webp|gif|bmp)$/i.test(name));
  const only = main.length === 1 ? main[0] : undefined;
  const begin = (file?: string) =>
    start.mutate(
      { asin, requestId, type, file },
      { onSuccess: () => toast.done(t('download.started')), onError: (error) => toast.problem(errorText(error)) },
    );
  return (
    <>
      <ActionButton
        size={size}
        variant="default"
        loading={start.isPending}
        leftSection={<IconDownload size={18} />}
        onClick={() => (only ? begin(only.name) : setChoosing(true))}
      >
        {t(isOnly ? 'download.button' : `download.button.${type}`, { size: bytes(only?.size ?? download.size) })}
      </ActionButton>
      {choosing ? (
        <DownloadDialog download={download} title={title} busy={start.isPending} onChoose={begin} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  );
}

/** What is wrong with the files of a book that is in the library. */
const FAULTS: readonly string[] = ['not_readable', 'files_gone'];

/** The available downloads of a book, with their size, or why there are none although it is there; nothing for people without permission. */
export function DownloadAction({
  asin,
  title,
  requestId,
  size = 'md',
}: {
  asin: string;
  title: string;
  requestId?: string;
  size?: 'sm' | 'md';
}) {
  const { permissions } = useMe();
  const { data } = useQuery({ ...downloadStatusQuery(asin), enabled: permissions.downloadAccess });
  if (data?.reason && FAULTS.includes(data.reason.code)) return <p className={classes.fault}>{data.reason.message}</p>;
  const downloads = data?.downloads.filter((download) => requestId === undefined || download.requestId === requestId) ?? [];
  // of several copies of the same format, the first counts
  const shown = downloads.filter(({ type }, index) => downloads.findIndex((other) => other.type === type) === index);
  return shown.map((download) => (
    <DownloadButton key={download.type} asin={asin} download={download} title={title} isOnly={shown.length === 1} size={size} />
  ));
}
