import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { isApiError } from '../../api/api-error.js';
import { providersQuery, useRegister } from '../../api/queries/session-queries.js';
import { Credentials } from '../../components/account/credentials.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './sign-in-page.module.css';
import { LoadingBlock } from '../../components/feedback/loading-block.js';

/** Creates an account, if an admin has switched that on. */
export function RegisterPage() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const router = useRouter();
  const { data: providers, error: unknown } = useQuery(providersQuery);
  const register = useRegister();
  const [waiting, setWaiting] = useState<string | null>(null);
  const [username, setUsername] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  useWindowTitle(t('register.title'));
  const fields = isApiError(register.error) ? Object.fromEntries(register.error.fields.map(({ path, message }) => [path, message])) : {};
  const isOff = providers?.registration === false;
  const failure = isOff ? t('register.off') : unknown ? errorText(unknown) : register.error ? errorText(register.error) : null;

  const submit = () => {
    setShort(password.length < 8);
    if (password.length < 8) return;
    const name = displayName.trim();
    register.mutate(
      { username: username.trim(), password, ...(name === '' ? {} : { displayName: name }) },
      { onSuccess: (result) => ('user' in result ? router.history.push(withBase('/')) : setWaiting(username.trim())) },
    );
  };

  if (waiting !== null) {
    return (
      <main className={classes.page}>
        <div className={classes.card} role="status">
          <img src={withBase('/icon.svg')} alt="" width={56} height={56} className={classes.mark} />
          <h1 className={classes.title}>{t('register.pending.title')}</h1>
          <p className={classes.told}>{t('register.pending.body', { username: waiting })}</p>
          <Button component={Link} to="/sign-in" variant="default" size="md" fullWidth>
            {t('register.pending.action')}
          </Button>
        </div>
      </main>
    );
  }
  return (
    <main className={classes.page}>
      <form
        className={classes.card}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <img src={withBase('/icon.svg')} alt="" width={56} height={56} className={classes.mark} />
        <h1 className={classes.title}>{t('register.title')}</h1>
        {isOff ? null : <p className={classes.lead}>{t('register.lead')}</p>}
        {failure !== null && Object.keys(fields).length === 0 ? (
          <Alert color="red" variant="light" role="alert" className={classes.problem ?? ''}>
            {failure}
          </Alert>
        ) : null}
        {!providers && !unknown ? <LoadingBlock height={220} /> : null}
        {providers?.registration ? (
          <>
            <Credentials
              username={username}
              password={password}
              onUsername={setUsername}
              onPassword={setPassword}
              usernameError={fields['/username']}
              usernameHelp={t('register.username.help')}
              autoFocus
              passwordError={short ? t('account.password.short') : fields['/password']}
            />
            <TextInput
              size="md"
              label={t('register.displayName')}
              description={t('register.displayName.help')}
              value={displayName}
              onChange={(event) => setDisplayName(event.currentTarget.value)}
              error={fields['/displayName']}
              autoComplete="name"
              maxLength={200}
            />
            <ActionButton type="submit" size="md" fullWidth loading={register.isPending}>
              {t('register.submit')}
            </ActionButton>
          </>
        ) : null}
        <Button component={Link} to="/sign-in" variant="default" size="md" fullWidth>
          {t('register.back')}
        </Button>
      </form>
    </main>
  );
}
