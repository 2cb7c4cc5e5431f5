import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { isApiError } from '../../api/api-error.js';
import { useSignIn } from '../../api/queries/session-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { Credentials } from '../../components/account/credentials.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './setup.module.css';

/** Setup was begun earlier or in another browser: the admin signs in to continue. */
export function SetupSignIn() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const signIn = useSignIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const problem = signIn.error
    ? isApiError(signIn.error, 'invalid_credentials')
      ? t('signIn.invalid')
      : errorText(signIn.error)
    : undefined;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ username: username.trim(), password });
      }}
    >
      <p className="dim">{t('setup.signIn')}</p>
      <Credentials
        username={username}
        password={password}
        onUsername={setUsername}
        onPassword={setPassword}
        passwordError={problem}
        known
      />
      <ActionButton type="submit" size="md" loading={signIn.isPending}>
        {t('signIn.submit')}
      </ActionButton>
    </form>
  );
}
