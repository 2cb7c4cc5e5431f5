import { Alert, Divider, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { isApiError } from '../../api/api-error.js';
import { useBeginConfirmation, useConfirmByPassword, waysToConfirmQuery } from '../../api/queries/confirmation-queries.js';
import type { ExternalProvider } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import { useErrorText } from '../feedback/use-error-text.js';

interface PasswordFormProps {
  /** Absent for the local password. */
  provider?: ExternalProvider;
  focused: boolean;
  onDone: () => void;
}

/** The local password, or name and password of a service. */
function PasswordForm({ provider, focused, onDone }: PasswordFormProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const confirm = useConfirmByPassword();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const wrong = isApiError(confirm.error, 'current_password_wrong') || isApiError(confirm.error, 'invalid_credentials');
  const focus = focused ? { 'data-autofocus': true, autoFocus: true } : {};

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate({ ...(provider ? { provider: provider.id } : {}), username: username.trim(), password }, { onSuccess: onDone });
      }}
    >
      <Stack gap="md">
        {provider ? (
          <TextInput
            label={t('identities.username', { name: provider.name })}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            autoCapitalize="none"
            autoComplete="off"
            required
            withAsterisk={false}
            {...focus}
          />
        ) : null}
        <PasswordInput
          label={provider ? t('identities.password', { name: provider.name }) : t('confirm.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong ? errorText(confirm.error) : undefined}
          autoComplete={provider ? 'off' : 'current-password'}
          required
          withAsterisk={false}
          {...(provider ? {} : focus)}
        />
        {confirm.error && !wrong ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(confirm.error)}
          </Alert>
        ) : null}
        <ActionButton type="submit" loading={confirm.isPending}>
          {provider ? t('confirm.with', { name: provider.name }) : t('confirm.submit')}
        </ActionButton>
      </Stack>
    </form>
  );
}

/** Asks people to confirm their identity before a change that decides who gets in. */
export function ConfirmIdentity({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data: ways, error } = useQuery(waysToConfirmQuery);
  const begin = useBeginConfirmation();
  const problem = error ?? begin.error;
  const forms = ways ? ways.providers.filter(({ kind }) => kind === 'password') : [];
  const places = ways ? ways.providers.filter(({ kind }) => kind === 'redirect') : [];

  return (
    <Dialog onClose={onClose} title={t('confirm.title')} above>
      <Stack gap="lg">
        <p className="dim">{t('confirm.lead')}</p>
        {!ways && !error ? <Loader size="sm" aria-label={t('common.loading')} /> : null}
        {ways?.password ? <PasswordForm focused onDone={onDone} /> : null}
        {ways?.password && ways.providers.length > 0 ? <Divider label={t('confirm.or')} /> : null}
        {forms.map((provider, index) => (
          <PasswordForm key={provider.id} provider={provider} focused={!ways?.password && index === 0} onDone={onDone} />
        ))}
        {places.map(({ id, name }) => (
          <ActionButton key={id} variant="default" loading={begin.isPending || begin.isSuccess} onClick={() => begin.mutate(id)}>
            {t('confirm.with', { name })}
          </ActionButton>
        ))}
        {places.length > 0 ? <p className="dim small">{t('confirm.leaves')}</p> : null}
        {ways && !ways.password && ways.providers.length === 0 ? <p>{t('confirm.none')}</p> : null}
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(problem)}
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  );
}
