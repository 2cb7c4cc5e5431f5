import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';
import { useErrorText } from '../feedback/use-error-text.js';
import classes from './frame.module.css';
import { oldestOutdated, outdatedAnswers } from './shown-answers.js';
import { useAnswers } from './use-answers.js';

const firstError = (client: QueryClient) => outdatedAnswers(client)[0]?.state.error ?? null;

function Outdated({ error }: { error: Error }) {
  const { t, moment } = useI18n();
  const errorText = useErrorText();
  const client = useQueryClient();
  const shownAt = useAnswers(oldestOutdated);
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const page = currentTarget.closest('main');
    const isStillHere = () => [currentTarget, document.body].includes(document.activeElement as HTMLElement);
    setTrying(true);
    await Promise.allSettled(outdatedAnswers(client).map((answer) => answer.fetch()));
    setTrying(false);
    // the button that was pressed goes with the banner; whoever has moved on stays where they are
    if (outdatedAnswers(client).length === 0 && isStillHere()) page?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.outdated}>
      <p>
        {t('outdated.banner', { time: moment(new Date(shownAt).toISOString()) })} <bdi>{errorText(error)}</bdi>
      </p>
      <ActionButton
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={16} />}
        loading={isTrying}
        onClick={(event) => void tryAgain(event)}
      >
        {t('common.retry')}
      </ActionButton>
    </div>
  );
}

/** Says that the server did not bring the page up to date, and why, over what the page still shows. */
export function OutdatedBanner() {
  const error = useAnswers(firstError);
  return <div role="status">{error === null ? null : <Outdated error={error} />}</div>;
}
