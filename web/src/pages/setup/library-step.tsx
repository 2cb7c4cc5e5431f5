import { Alert, Button, Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useSetupLibrary } from '../../api/queries/admin-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { FolderField } from '../admin/folder-field.js';
import classes from './setup.module.css';

/** Where books go. The folder is tried out before it is saved, and each try is shown. */
export function LibraryStep({ onDone }: { onDone: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const test = useSetupLibrary();
  const [path, setPath] = useState('');
  const [downloadPath, setDownloadPath] = useState('');
  const answer = test.data;
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    test.reset();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (answer?.saved) onDone();
        else test.mutate({ path: path.trim(), ...(downloadPath.trim() ? { downloadPath: downloadPath.trim() } : {}) });
      }}
    >
      <p className="dim">{t('setup.library.lead')}</p>
      <FolderField
        label={t('settings.library.path')}
        help={t('settings.library.path.help')}
        value={path}
        onChange={change(setPath)}
        required
      />
      <FolderField
        label={`${t('settings.library.downloadPath')} (${t('common.optional')})`}
        help={t('settings.library.downloadPath.help')}
        value={downloadPath}
        onChange={change(setDownloadPath)}
      />
      <div aria-live="polite">
        {answer ? (
          <ul className={classes.tests}>
            {answer.steps.map((step) => (
              <li key={step.name} data-ok={step.ok}>
                {step.ok ? <IconCheck size={18} aria-hidden="true" /> : <IconX size={18} aria-hidden="true" />}
                {step.message}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {test.error ? (
        <Alert color="red" variant="light" role="alert">
          {errorText(test.error)}
        </Alert>
      ) : null}
      <Group>
        <Button type="submit" size="md" loading={test.isPending}>
          {answer?.saved ? t('common.next') : t('setup.library.test')}
        </Button>
      </Group>
    </form>
  );
}
