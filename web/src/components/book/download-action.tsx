import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadStatusQuery, useDownload } from '../../api/queries/download-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { BookDownload } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { DownloadDialog } from './download-dialog.js';

interface DownloadButtonProps {
  download: BookDownload;
  title: string;
  isOnly: boolean;
  size: 'sm' | 'md';
}

function DownloadButton({ download, title, isOnly, size }: DownloadButtonProps) {
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
      { requestId, ...(file === undefined ? {} : { file }) },
      { onSuccess: () => toast.done(t('download.started')), onError: (error) => toast.problem(errorText(error)) },
    );
  return (
    <>
      <Button
        size={size}
        variant="default"
        loading={start.isPending}
        leftSection={<IconDownload size={18} />}
        onClick={() => (only ? begin(only.name) : setChoosing(true))}
      >
        {t(isOnly ? 'download.button' : `download.button.${type}`, { size: bytes(only?.size ?? download.size) })}
      </Button>
      {choosing ? (
        <DownloadDialog download={download} title={title} busy={start.isPending} onChoose={begin} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  );
}

/** The available downloads of a book, with their size; nothing for people without permission. */
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
  const downloads = data?.downloads.filter((download) => requestId === undefined || download.requestId === requestId) ?? [];
  // of several requests for the same format, the newest counts
  const shown = downloads.filter(({ type }, index) => downloads.findIndex((other) => other.type === type) === index);
  return shown.map((download) => (
    <DownloadButton key={download.requestId} download={download} title={title} isOnly={shown.length === 1} size={size} />
  ));
}
