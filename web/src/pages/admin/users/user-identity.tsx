import { PasswordInput, TextInput } from '@mantine/core';
import { useI18n } from '../../../i18n/i18n-context.js';

/** A person's names, and their password. */
export interface Identity {
  username: string;
  displayName: string;
  email: string;
  /** Empty to keep it. */
  password: string;
}

interface UserIdentityProps {
  value: Identity;
  /** A username is chosen once, and a new account needs a password. */
  isNew: boolean;
  /** By JSON pointer. */
  errors: Readonly<Record<string, string>>;
  onChange: (identity: Identity) => void;
}

export function isTooShort({ password }: Identity): boolean {
  return password !== '' && password.length < 8;
}

export function UserIdentity({ value, isNew, errors, onChange }: UserIdentityProps) {
  const { t } = useI18n();
  return (
    <>
      {isNew ? (
        <TextInput
          label={t('signIn.username')}
          value={value.username}
          onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
          error={errors['/username']}
          required
          autoCapitalize="none"
          autoComplete="off"
          data-autofocus
        />
      ) : null}
      <TextInput
        label={t('users.displayName')}
        value={value.displayName}
        onChange={(event) => onChange({ ...value, displayName: event.currentTarget.value })}
        error={errors['/displayName']}
      />
      <TextInput
        type="email"
        label={t('users.email')}
        description={t('users.email.help')}
        value={value.email}
        onChange={(event) => onChange({ ...value, email: event.currentTarget.value })}
        error={errors['/email']}
        autoComplete="off"
      />
      <PasswordInput
        label={isNew ? t('signIn.password') : t('users.newPassword')}
        description={t('account.password.help')}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        error={isTooShort(value) ? t('account.password.short') : errors['/password']}
        required={isNew}
        autoComplete="new-password"
      />
    </>
  );
}
