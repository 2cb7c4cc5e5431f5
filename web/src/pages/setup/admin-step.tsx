import { Alert, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { isApiError } from '../../api/api-error.js';
import { useSetupAdmin } from '../../api/queries/admin-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Credentials } from '../../components/account/credentials.js';
import { guessCountries } from './guess-countries.js';
import classes from './setup.module.css';

/** The token proves that this is the person who started the server. */
export function AdminStep({ onDone }: { onDone: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const create = useSetupAdmin();
  const [token, setToken] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  const wrongToken = isApiError(create.error, 'setup_token_invalid');
  const fields = isApiError(create.error) ? Object.fromEntries(create.error.fields.map(({ path, message }) => [path, message])) : {};
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        setShort(password.length < 8);
        if (password.length < 8) return;
        const catalogFor = guessCountries(navigator.languages, Intl.DateTimeFormat().resolvedOptions().timeZone);
        create.mutate({ token: token.trim(), username: username.trim(), password, catalogFor }, { onSuccess: onDone });
      }}
    >
      <p className="dim">{t('setup.admin.lead')}</p>
      <TextInput
        size="md"
        label={t('setup.token')}
        description={t('setup.token.help')}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        error={wrongToken ? t('setup.token.wrong') : fields['/token']}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        autoFocus
      />
      <Credentials
        username={username}
        password={password}
        onUsername={setUsername}
        onPassword={setPassword}
        usernameError={fields['/username']}
        passwordError={short ? t('account.password.short') : fields['/password']}
      />
      {create.error && !wrongToken && Object.keys(fields).length === 0 ? (
        <Alert color="red" variant="light" role="alert">
          {errorText(create.error)}
        </Alert>
      ) : null}
      <ActionButton type="submit" size="md" loading={create.isPending}>
        {t('setup.admin.submit')}
      </ActionButton>
    </form>
  );
}
