import { Alert, Button, Loader } from '@mantine/core';
import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFinishExternalSignIn } from '../../api/queries/session-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './sign-in-page.module.css';

/** What the browser came back with; read once, as the address is cleaned. */
function cameWith(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(globalThis.location.search));
}

/** Where another service sends the browser after signing in there. Asks until it is finished. */
export function ReturnPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const router = useRouter();
  const { provider } = useParams({ from: '/sign-in/return/$provider' });
  const { mutate, error } = useFinishExternalSignIn();
  const [query] = useState(cameWith);
  useWindowTitle(t('signIn.title'));

  useEffect(() => {
    globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
    mutate({ provider, query }, { onSuccess: () => router.history.push('/') });
  }, [provider, query, mutate, router]);

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <img src="/icon.svg" alt="" width={56} height={56} className={classes.mark} />
        <h1 className={classes.title}>{t('app.name')}</h1>
        {error ? (
          <>
            <Alert color="red" variant="light" role="alert" className={classes.problem ?? ''}>
              {errorText(error)}
            </Alert>
            <Button component="a" href="/sign-in" size="md" fullWidth>
              {t('signIn.again')}
            </Button>
          </>
        ) : (
          <p className={classes.lead} role="status">
            <Loader size="sm" /> {t('signIn.returning')}
          </p>
        )}
      </div>
    </main>
  );
}
