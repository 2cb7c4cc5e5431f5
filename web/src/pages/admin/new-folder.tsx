import { Button, TextInput } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { useCreateFolder } from '../../api/queries/admin-queries.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './folder-browser.module.css';

interface NewFolderProps {
  /** The folder in which to make one. */
  parent: string;
  onCreated: (path: string) => void;
}

/** Makes a folder in another one: a button that becomes a small form. */
export function NewFolder({ parent, onCreated }: NewFolderProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const [name, setName] = useState<string>();
  const create = useCreateFolder();
  if (name === undefined) {
    return (
      <Button variant="subtle" mt="xs" leftSection={<IconFolderPlus size={18} aria-hidden="true" />} onClick={() => setName('')}>
        {t('folder.create')}
      </Button>
    );
  }
  const cancel = () => {
    create.reset();
    setName(undefined);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // the dialog may stand in a form of its page, which is not sent
    event.stopPropagation();
    if (name.trim() === '') return;
    create.mutate({ parent, name: name.trim() }, { onSuccess: ({ path }) => onCreated(path) });
  };
  return (
    <form onSubmit={submit} className={classes.create}>
      <TextInput
        label={t('folder.create.name')}
        value={name}
        onChange={(event) => {
          create.reset();
          setName(event.currentTarget.value);
        }}
        error={create.error ? errorText(create.error) : undefined}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        autoFocus
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={cancel}>
          {t('common.cancel')}
        </Button>
        <ActionButton type="submit" variant="light" loading={create.isPending} blocked={name.trim() === ''}>
          {t('folder.create.do')}
        </ActionButton>
      </div>
    </form>
  );
}
