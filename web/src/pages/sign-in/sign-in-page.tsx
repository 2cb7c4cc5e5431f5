import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { withBase } from '../../api/base-path.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { isApiError } from '../../api/api-error.js';
import { providersQuery, useExternalSignIn, useSignIn } from '../../api/queries/session-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ExternalSignIn } from './external-sign-in.js';
import { safeNext } from './safe-next.js';
import classes from './sign-in-page.module.css';

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export function SignInPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  const signIn = useSignIn();
  const elsewhere = useExternalSignIn();
  const { data: providers } = useQuery(providersQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useWindowTitle(t('signIn.title'));
  const external = providers?.external ?? [];
  const service = external.find(({ id }) => id === chosen)?.name;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setProblem(null);
    const credentials = { username: field(form, 'username').trim(), password: field(form, 'password') };
    const then = {
      onSuccess: () => router.history.push(withBase(safeNext(next))),
      onError: (error: unknown) => setProblem(isApiError(error, 'invalid_credentials') ? t('signIn.invalid') : errorText(error)),
    };
    if (chosen === null) signIn.mutate(credentials, then);
    else elsewhere.mutate({ id: chosen, ...credentials }, then);
  };

  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit}>
        <img src={withBase('/icon.svg')} alt="" width={56} height={56} className={classes.mark} />
        <h1 className={classes.title}>{t('app.name')}</h1>
        <p className={classes.lead}>{service === undefined ? t('signIn.lead') : t('signIn.externalLead', { name: service })}</p>
        {problem ? (
          <Alert color="red" variant="light" role="alert" className={classes.problem ?? ''}>
            {problem}
          </Alert>
        ) : null}
        <TextInput
          name="username"
          size="md"
          label={t('signIn.username')}
          autoComplete="username"
          autoCapitalize="none"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          name="password"
          size="md"
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <ActionButton type="submit" size="md" fullWidth loading={signIn.isPending || elsewhere.isPending}>
          {t('signIn.submit')}
        </ActionButton>
        <ExternalSignIn
          providers={external}
          chosen={chosen}
          onChoose={(id) => {
            setChosen(id);
            setProblem(null);
          }}
          onProblem={(error) => setProblem(errorText(error))}
        />
        {providers?.registration ? (
          <Link to="/sign-in/register" className={classes.other}>
            {t('signIn.register')}
          </Link>
        ) : null}
      </form>
    </main>
  );
}
