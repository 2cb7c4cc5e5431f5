import { PasswordInput, TextInput } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';

interface CredentialsProps {
  username: string;
  password: string;
  onUsername: (value: string) => void;
  onPassword: (value: string) => void;
  usernameError?: string | undefined;
  passwordError?: string | undefined;
  /** For an existing account. */
  known?: boolean;
  usernameHelp?: string;
  autoFocus?: boolean;
}

/** Username and password, for a new or an existing account. */
export function Credentials({
  username,
  password,
  onUsername,
  onPassword,
  usernameError,
  passwordError,
  known = false,
  usernameHelp,
  autoFocus = false,
}: CredentialsProps) {
  const { t } = useI18n();
  return (
    <>
      <TextInput
        size="md"
        label={t('signIn.username')}
        description={usernameHelp}
        value={username}
        onChange={(event) => onUsername(event.currentTarget.value)}
        error={usernameError}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus={autoFocus}
        required
        withAsterisk={false}
      />
      <PasswordInput
        size="md"
        label={t('signIn.password')}
        description={known || passwordError ? undefined : t('account.password.help')}
        value={password}
        onChange={(event) => onPassword(event.currentTarget.value)}
        error={passwordError}
        autoComplete={known ? 'current-password' : 'new-password'}
        required
        withAsterisk={false}
      />
    </>
  );
}
