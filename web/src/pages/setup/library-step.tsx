import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { useSetupLibrary } from '../../api/queries/admin-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { FolderField } from '../admin/folder-field.js';
import classes from './setup.module.css';

type TestStep = NonNullable<ReturnType<typeof useSetupLibrary>['data']>['steps'][number];

/** Skips steps that were not run after a failure, and the clean-up after it, unless that failed, too. */
function shownSteps(steps: readonly TestStep[]): readonly TestStep[] {
  const hasFailed = steps.some(({ outcome }) => outcome === 'failed');
  return steps.filter(({ name, outcome }) => outcome !== 'skipped' && !(hasFailed && name === 'remove' && outcome === 'ok'));
}

function OutcomeIcon({ outcome }: { outcome: TestStep['outcome'] }) {
  const OfOutcome = outcome === 'ok' ? IconCheck : outcome === 'warning' ? IconAlertTriangle : IconX;
  return <OfOutcome size={18} aria-hidden="true" />;
}

/** The library folder. It is tested before it is saved, and each step is shown. */
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
      <FolderField label={t('setup.library.path')} help={t('setup.library.path.help')} value={path} onChange={change(setPath)} required />
      <FolderField
        label={`${t('setup.library.downloads')} (${t('common.optional')})`}
        help={t('setup.library.downloads.help')}
        value={downloadPath}
        onChange={change(setDownloadPath)}
      />
      <div aria-live="polite">
        {answer ? (
          <ul className={classes.tests}>
            {shownSteps(answer.steps).map((step) => (
              <li key={step.name} data-outcome={step.outcome}>
                <OutcomeIcon outcome={step.outcome} />
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
      <ActionButton type="submit" size="md" loading={test.isPending}>
        {answer?.saved ? t('common.next') : t('setup.library.test')}
      </ActionButton>
    </form>
  );
}
