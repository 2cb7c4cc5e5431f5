import { IconDownload, IconFileZip } from '@tabler/icons-react';
import { ActionButton } from '../controls/action-button.js';
import type { BookDownload } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import classes from './download-dialog.module.css';

interface DownloadDialogProps {
  download: BookDownload;
  title: string;
  busy: boolean;
  /** `undefined`: everything. */
  onChoose: (file?: string) => void;
  onClose: () => void;
}

/** All files of a book at once, or one of them. */
export function DownloadDialog({ download, title, busy, onChoose, onClose }: DownloadDialogProps) {
  const { t, bytes } = useI18n();
  const { files, size } = download;
  return (
    <Dialog title={t('download.title', { title })} onClose={onClose}>
      <ActionButton fullWidth mt="xs" loading={busy} leftSection={<IconFileZip size={18} />} onClick={() => onChoose()} data-autofocus>
        {t('download.all', { count: files.length, size: bytes(size) })}
      </ActionButton>
      <ul className={classes.files} aria-label={t('download.files')}>
        {files.map((file) => (
          <li key={file.name}>
            <button
              type="button"
              className={classes.file}
              aria-disabled={busy || undefined}
              onClick={() => (busy ? undefined : onChoose(file.name))}
            >
              <IconDownload size={18} aria-hidden="true" />
              <bdi className={classes.name}>{file.name}</bdi>
              <span className="dim small">{bytes(file.size)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
