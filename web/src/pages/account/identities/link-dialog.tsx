import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { isApiError } from '../../../api/api-error.js';
import { useBeginLink, useLinkByPassword } from '../../../api/queries/identity-queries.js';
import { useMe } from '../../../api/queries/session-queries.js';
import type { ExternalProvider } from '../../../api/types.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** Links an external account: with its name and password, or by going there. */
export function LinkDialog({ provider, onClose }: { provider: ExternalProvider; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { hasPassword } = useMe();
  const byPassword = useLinkByPassword();
  const byGoing = useBeginLink();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [current, setCurrent] = useState('');
  const { id, name, kind } = provider;
  const error = byPassword.error ?? byGoing.error;
  const wrong = isApiError(error, 'current_password_wrong');

  const submit = () => {
    const confirmed = hasPassword ? { currentPassword: current } : {};
    if (kind === 'redirect') return byGoing.mutate({ provider: id, ...confirmed });
    byPassword.mutate(
      { provider: id, username: username.trim(), password, ...confirmed },
      {
        onSuccess: () => {
          toast.done(t('identities.linked'));
          onClose();
        },
      },
    );
  };

  return (
    <Dialog onClose={onClose} title={t('identities.link', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="lg">
          {kind === 'redirect' ? (
            <p className="dim">{t('identities.redirect', { name })}</p>
          ) : (
            <>
              <TextInput
                label={t('identities.username', { name })}
                value={username}
                onChange={(event) => setUsername(event.currentTarget.value)}
                autoCapitalize="none"
                autoComplete="off"
                required
                withAsterisk={false}
                data-autofocus
              />
              <PasswordInput
                label={t('identities.password', { name })}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                autoComplete="off"
                required
                withAsterisk={false}
              />
            </>
          )}
          {hasPassword ? (
            <PasswordInput
              label={t('identities.confirm')}
              description={t('identities.confirm.help')}
              value={current}
              onChange={(event) => setCurrent(event.currentTarget.value)}
              error={wrong ? errorText(error) : undefined}
              autoComplete="current-password"
              required
              withAsterisk={false}
              {...(kind === 'redirect' ? { 'data-autofocus': true } : {})}
            />
          ) : null}
          {error && !wrong ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(error)}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <ActionButton type="submit" loading={byPassword.isPending || byGoing.isPending || byGoing.isSuccess}>
              {kind === 'redirect' ? t('identities.go', { name }) : t('identities.link', { name })}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
