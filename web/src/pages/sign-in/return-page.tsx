import { Alert, Button, Loader } from '@mantine/core';
import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { flowInProgress } from '../../api/external-flow.js';
import { useFinishConfirmation } from '../../api/queries/confirmation-queries.js';
import { useFinishLink } from '../../api/queries/identity-queries.js';
import { useFinishExternalSignIn } from '../../api/queries/session-queries.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { safeNext } from './safe-next.js';
import classes from './sign-in-page.module.css';

/** The query that the browser came back with; read once, because the address is cleaned. */
function cameWith(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(globalThis.location.search));
}

const WORKING = { signIn: 'signIn.returning', link: 'signIn.linking', confirm: 'confirm.returning' } as const;
const AFTER_FAULT = { signIn: 'signIn.again', link: 'signIn.toAccount', confirm: 'confirm.back' } as const;

/** The page that another service returns to after signing in, linking an account or confirming. Polls until it is finished. */
export function ReturnPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const router = useRouter();
  const { provider } = useParams({ from: '/sign-in/return/$provider' });
  const { mutate: signIn, error: signInError } = useFinishExternalSignIn();
  const { mutate: link, error: linkError } = useFinishLink();
  const { mutate: confirm, error: confirmError } = useFinishConfirmation();
  const [query] = useState(cameWith);
  const [flow] = useState(() => flowInProgress.of(provider));
  const purpose = flow?.purpose ?? 'signIn';
  const backTo = flow && safeNext(flow.backTo);
  const error = { signIn: signInError, link: linkError, confirm: confirmError }[purpose];
  useWindowTitle(t('signIn.title'));

  useEffect(() => {
    globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
    if (backTo === undefined) return signIn({ provider, query }, { onSuccess: () => router.history.push(withBase('/')) });
    const finish = purpose === 'link' ? link : confirm;
    finish(
      { provider, query },
      {
        onSuccess: () => {
          toast.done(t(purpose === 'link' ? 'signIn.linked' : 'confirm.done'));
          router.history.push(withBase(backTo));
        },
      },
    );
  }, [backTo, purpose, provider, query, signIn, link, confirm, router, t]);

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <img src={withBase('/icon.svg')} alt="" width={56} height={56} className={classes.mark} />
        <h1 className={classes.title}>{t('app.name')}</h1>
        {error ? (
          <>
            <Alert color="red" variant="light" role="alert" className={classes.problem ?? ''}>
              {errorText(error)}
            </Alert>
            <Button component="a" href={withBase(backTo ?? '/sign-in')} size="md" fullWidth>
              {t(AFTER_FAULT[purpose])}
            </Button>
          </>
        ) : (
          <p className={classes.lead} role="status">
            <Loader size="sm" /> {t(WORKING[purpose])}
          </p>
        )}
      </div>
    </main>
  );
}
