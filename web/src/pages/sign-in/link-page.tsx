import { Alert, Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { useTradeLoginToken } from '../../api/queries/session-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './sign-in-page.module.css';

/** Signs somebody in with a link from an admin. The click keeps programs that preview links from using it up. */
export function LinkPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const router = useRouter();
  const trade = useTradeLoginToken();
  const [token] = useState(() => globalThis.location.hash.slice(1));
  useWindowTitle(t('signIn.title'));

  // neither the history nor a bookmark keeps it
  useEffect(() => {
    if (token) globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
  }, [token]);

  const problem = token === '' ? t('signIn.link.missing') : trade.error ? errorText(trade.error) : null;
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <img src={withBase('/icon.svg')} alt="" width={56} height={56} className={classes.mark} />
        <h1 className={classes.title}>{t('app.name')}</h1>
        <p className={classes.lead}>{t('signIn.link.lead')}</p>
        {problem ? (
          <Alert color="red" variant="light" role="alert" className={classes.problem ?? ''}>
            {problem}
          </Alert>
        ) : null}
        <ActionButton
          size="md"
          fullWidth
          loading={trade.isPending}
          disabled={token === '' || trade.isError}
          onClick={() => trade.mutate(token, { onSuccess: () => router.history.push(withBase('/')) })}
        >
          {t('signIn.submit')}
        </ActionButton>
        {problem ? (
          <Button component="a" href={withBase('/sign-in')} variant="default" size="md" fullWidth>
            {t('signIn.link.other')}
          </Button>
        ) : null}
      </div>
    </main>
  );
}
