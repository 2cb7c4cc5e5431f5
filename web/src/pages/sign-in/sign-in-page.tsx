import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { isApiError } from '../../api/api-error.js';
import { providersQuery, useSignIn } from '../../api/queries/session-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
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
  const { data: providers } = useQuery(providersQuery);
  const [problem, setProblem] = useState<string | null>(null);
  useWindowTitle(t('signIn.title'));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setProblem(null);
    signIn.mutate(
      { username: field(form, 'username').trim(), password: field(form, 'password') },
      {
        onSuccess: () => router.history.push(safeNext(next)),
        onError: (error) => setProblem(isApiError(error, 'invalid_credentials') ? t('signIn.invalid') : errorText(error)),
      },
    );
  };

  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit}>
        <img src="/icon.svg" alt="" width={56} height={56} className={classes.mark} />
        <h1 className={classes.title}>{t('app.name')}</h1>
        <p className={classes.lead}>{t('signIn.lead')}</p>
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
        <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
        {providers?.external.map((provider) => (
          <Button
            key={provider.id}
            component="a"
            href={`/api/auth/${encodeURIComponent(provider.id)}/start`}
            variant="default"
            size="md"
            fullWidth
          >
            {t('signIn.external', { name: provider.name })}
          </Button>
        ))}
      </form>
    </main>
  );
}
