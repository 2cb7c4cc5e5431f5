import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { meQuery, setupQuery } from '../../api/queries/session-queries.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { AdminStep } from './admin-step.js';
import { IntegrationsStep } from './integrations-step.js';
import { LibraryStep } from './library-step.js';
import { setupStepOf } from './setup-step.js';
import type { SetupStep } from './setup-step.js';
import { SetupSignIn } from './setup-sign-in.js';
import classes from './setup.module.css';

needMessages('admin');

const STEPS: readonly SetupStep[] = ['admin', 'library', 'integrations'];

/** The setup wizard: who runs it, where books go, what it connects to. Continues where it was left. */
export function SetupPage() {
  const { t } = useI18n();
  const { data: setup, error, refetch } = useQuery(setupQuery);
  const { data: me } = useQuery(meQuery);
  const [passed, setPassed] = useState<ReadonlySet<SetupStep>>(new Set());
  useWindowTitle(t('setup.title'));
  if (!setup)
    return (
      <main className={classes.page}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} heading /> : <LoadingBlock height={420} />}
      </main>
    );
  const step = setupStepOf(setup, passed);
  const pass = (done: SetupStep) => {
    setPassed(new Set([...passed, done]));
    void refetch();
  };

  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <header className={classes.head}>
          <img src={withBase('/icon.svg')} alt="" width={48} height={48} />
          <h1>{t('setup.title')}</h1>
        </header>
        <ol className={classes.steps} aria-label={t('setup.steps')}>
          {STEPS.map((name, index) => {
            const state = name === step ? 'current' : STEPS.indexOf(step) > index ? 'done' : 'todo';
            return (
              <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
                <span className={classes.number} aria-hidden="true">
                  {state === 'done' ? <IconCheck size={14} stroke={3} /> : index + 1}
                </span>
                {t(`setup.step.${name}`)}
              </li>
            );
          })}
        </ol>
        {step === 'admin' ? <AdminStep onDone={() => pass('admin')} /> : null}
        {step !== 'admin' && me === null ? <SetupSignIn /> : null}
        {step === 'library' && me ? <LibraryStep onDone={() => pass('library')} /> : null}
        {step === 'integrations' && me ? <IntegrationsStep setup={setup} /> : null}
      </div>
    </main>
  );
}
