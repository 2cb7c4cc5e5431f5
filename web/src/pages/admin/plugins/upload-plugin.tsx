import { Alert, Checkbox, FileInput } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { isApiError } from '../../../api/api-error.js';
import { useUploadPlugin } from '../../../api/queries/plugin-queries.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';

const LARGEST_BYTES = 20 * 1024 * 1024;

/** Installs from a file made by `npm pack`. */
export function UploadPlugin({ onPlaced }: { onPlaced: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const upload = useUploadPlugin();
  const [file, setFile] = useState<File | null>(null);
  const [atOwnRisk, setAtOwnRisk] = useState(false);
  const tooLarge = file !== null && file.size > LARGEST_BYTES;
  const incompatible = isApiError(upload.error) && upload.error.code === 'install_incompatible';
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setAtOwnRisk(false);
    upload.reset();
  };
  return (
    <Section title={t('plugins.upload')} note={t('plugins.upload.note')}>
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (file && !tooLarge) upload.mutate({ file, allowIncompatible: atOwnRisk }, { onSuccess: onPlaced });
        }}
      >
        <div className={classes.row}>
          <div>
            <FileInput
              label={t('plugins.upload.file')}
              placeholder={t('plugins.upload.choose')}
              accept=".tgz,.tar.gz,application/gzip"
              leftSection={<IconFileZip size={16} aria-hidden="true" />}
              value={file}
              onChange={choose}
              error={tooLarge ? t('plugins.upload.tooLarge') : undefined}
              clearable
              styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
              clearButtonProps={{ 'aria-label': t('plugins.upload.clear') }}
            />
          </div>
          <ActionButton
            type="submit"
            variant="default"
            loading={upload.isPending}
            disabled={!file || tooLarge || (incompatible && !atOwnRisk)}
          >
            {t('plugins.upload.install')}
          </ActionButton>
        </div>
        {upload.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(upload.error)}
          </Alert>
        ) : null}
        {incompatible ? (
          <Checkbox
            label={t('plugins.upload.atOwnRisk')}
            checked={atOwnRisk}
            onChange={(event) => setAtOwnRisk(event.currentTarget.checked)}
          />
        ) : null}
      </form>
    </Section>
  );
}
