import { Alert, Button, Loader } from '@mantine/core';
import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { linkInProgress } from '../../api/external-flow.js';
import { useFinishLink } from '../../api/queries/identity-queries.js';
import { useFinishExternalSignIn } from '../../api/queries/session-queries.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './sign-in-page.module.css';

/** What the browser came back with; read once, as the address is cleaned. */
function cameWith(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(globalThis.location.search));
}

/** Where another service sends the browser after signing in there, or after linking an account. Asks until it is finished. */
export function ReturnPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const router = useRouter();
  const { provider } = useParams({ from: '/sign-in/return/$provider' });
  const { mutate: signIn, error: signInError } = useFinishExternalSignIn();
  const { mutate: link, error: linkError } = useFinishLink();
  const [query] = useState(cameWith);
  const [linking] = useState(() => linkInProgress.is(provider));
  const error = linking ? linkError : signInError;
  useWindowTitle(t('signIn.title'));

  useEffect(() => {
    globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
    if (!linking) return signIn({ provider, query }, { onSuccess: () => router.history.push('/') });
    link(
      { provider, query },
      {
        onSuccess: () => {
          toast.done(t('signIn.linked'));
          router.history.push('/account');
        },
      },
    );
  }, [linking, provider, query, signIn, link, router, t]);

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
            <Button component="a" href={linking ? '/account' : '/sign-in'} size="md" fullWidth>
              {linking ? t('signIn.toAccount') : t('signIn.again')}
            </Button>
          </>
        ) : (
          <p className={classes.lead} role="status">
            <Loader size="sm" /> {linking ? t('signIn.linking') : t('signIn.returning')}
          </p>
        )}
      </div>
    </main>
  );
}
