import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCornerLeftUp, IconFile, IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { folderQuery } from '../../api/queries/admin-queries.js';
import { Dialog } from '../../components/feedback/dialog.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './folder-browser.module.css';
import { NewFolder } from './new-folder.js';

interface FolderBrowserProps {
  start: string;
  files: boolean;
  /** @param folder the one that was open */
  onPick: (path: string, folder: string) => void;
  onClose: () => void;
}

const NOT_A_FOLDER: ReadonlySet<string> = new Set(['path_not_absolute', 'path_not_found', 'path_not_folder']);

/** The folder that a path is in; empty for the server's first one. */
function parentOf(path: string): string {
  const end = path.replace(/[/\\]+$/, '').search(/[/\\][^/\\]*$/);
  return end <= 0 ? '' : path.slice(0, end);
}

/** A dialog that shows the folders of the server, from which one is picked; a new one can be made in each. */
export function FolderBrowser({ start, files, onPick, onClose }: FolderBrowserProps) {
  const { t, bytes } = useI18n();
  const [path, setPath] = useState(start);
  const [missing, setMissing] = useState<string>();
  const { data, error, refetch } = useQuery(folderQuery(path));
  const go = (next: string) => {
    setMissing(undefined);
    setPath(next);
  };
  // a folder that is not there yet, or was moved: its surroundings are where to go on from
  if (isApiError(error) && NOT_A_FOLDER.has(error.code) && path !== '') {
    setMissing(missing ?? path);
    setPath(parentOf(path));
  }
  return (
    <Dialog onClose={onClose} title={t(files ? 'folder.titleFiles' : 'folder.title')}>
      {missing === undefined ? null : (
        <p className="small" role="status">
          {t('folder.missing', { path: missing })}
        </p>
      )}
      <p className={classes.path}>
        <bdi dir="ltr">{data?.path ?? path}</bdi>
      </p>
      {error ? (
        <>
          <ErrorState error={error} onRetry={() => void refetch()} compact />
          {path === '' ? null : (
            <Button variant="subtle" leftSection={<IconCornerLeftUp size={18} aria-hidden="true" />} onClick={() => go(parentOf(path))}>
              {t('folder.up')}
            </Button>
          )}
        </>
      ) : (
        <ul className={classes.list}>
          {data?.parent ? (
            <li>
              <button type="button" onClick={() => go(data.parent ?? '')}>
                <IconCornerLeftUp size={18} aria-hidden="true" /> {t('folder.up')}
              </button>
            </li>
          ) : null}
          {data?.entries
            .filter((entry) => entry.kind === 'dir')
            .map((entry) => (
              <li key={entry.path}>
                <button type="button" onClick={() => go(entry.path)}>
                  <IconFolder size={18} aria-hidden="true" /> {entry.name}
                </button>
              </li>
            ))}
          {data?.entries
            .filter((entry) => files && entry.kind === 'file')
            .map((entry) => (
              <li key={entry.path}>
                <button type="button" onClick={() => onPick(entry.path, data.path)}>
                  <IconFile size={18} aria-hidden="true" /> <span className={classes.name}>{entry.name}</span>
                  {entry.size === undefined ? null : <span className="dim small">{bytes(entry.size)}</span>}
                </button>
              </li>
            ))}
        </ul>
      )}
      {data ? <NewFolder key={data.path} parent={data.path} onCreated={go} /> : null}
      <Button fullWidth mt="md" disabled={!data} onClick={() => data && onPick(data.path, data.path)}>
        {t('folder.use')}
      </Button>
    </Dialog>
  );
}
