import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { isApiError } from '../../api/api-error.js';
import { useChangePassword, useMe } from '../../api/queries/session-queries.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './account.module.css';

/** Changes the password, or sets the first one for a person with an external account. */
export function PasswordSection() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { hasPassword, username } = useMe();
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [short, setShort] = useState(false);
  const wrong = isApiError(change.error, 'current_password_wrong');

  const submit = () => {
    setShort(next.length < 8);
    if (next.length < 8) return;
    change.mutate(
      { newPassword: next, ...(hasPassword ? { currentPassword: current } : {}) },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
          toast.done(t(hasPassword ? 'account.password.done' : 'password.first.done'));
        },
      },
    );
  };

  return (
    <Section title={t(hasPassword ? 'account.password' : 'password.first')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {hasPassword ? (
          <PasswordInput
            label={t('account.password.current')}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={wrong ? errorText(change.error) : undefined}
            required
            withAsterisk={false}
          />
        ) : (
          <p className="dim">{t('password.first.lead', { username })}</p>
        )}
        <PasswordInput
          label={t('account.password.next')}
          description={t('account.password.help')}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          error={short ? t('account.password.short') : change.error && !wrong ? errorText(change.error) : undefined}
          required
          withAsterisk={false}
        />
        <ActionButton type="submit" variant="default" loading={change.isPending} className={classes.submit ?? ''}>
          {t(hasPassword ? 'account.password.submit' : 'password.first')}
        </ActionButton>
      </form>
    </Section>
  );
}
