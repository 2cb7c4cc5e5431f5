import { Alert, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useCreateApiToken } from '../../../api/queries/api-token-queries.js';
import { useMe } from '../../../api/queries/session-queries.js';
import type { ApiToken, User } from '../../../api/types.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { ShowOnce } from '../../../components/feedback/show-once.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

type Scope = ApiToken['scopes'][number];

const SCOPES: readonly Scope[] = ['read', 'requests:write', 'library:read', 'admin:read', 'admin:write'];
/** Lifetimes of a token in days; the empty one is forever. */
const DAYS = ['30', '90', '365', ''] as const;

interface NewTokenDialogProps {
  /** Possible owners, for admins. Default: the caller. */
  owners?: readonly User[];
  onClose: () => void;
}

/** Asks for the purpose of a token, then shows it once. */
export function NewTokenDialog({ owners, onClose }: NewTokenDialogProps) {
  const { t } = useI18n();
  const me = useMe();
  const errorText = useErrorText();
  const create = useCreateApiToken();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [days, setDays] = useState<string>('365');
  const [ownerId, setOwnerId] = useState(me.id);
  const owner = owners?.find(({ id }) => id === ownerId);

  if (create.data) {
    const { token } = create.data;
    const help = owner && owner.id !== me.id ? t('everyonesTokens.made.help', { name: owner.displayName }) : t('tokens.made.help');
    return <ShowOnce title={t('tokens.made')} label={t('tokens.made.label')} help={help} value={token} onClose={onClose} />;
  }

  const offered = SCOPES.filter((scope) => (owner ?? me).role === 'admin' || !scope.startsWith('admin:'));
  return (
    <Dialog onClose={onClose} title={t('tokens.new')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({
            name: name.trim(),
            scopes: offered.filter((scope) => scopes.includes(scope)),
            days: days === '' ? null : Number(days),
            userId: owner?.id,
          });
        }}
      >
        <Stack gap="lg">
          {owners ? (
            <Select
              label={t('everyonesTokens.person')}
              data={owners.map(({ id, username }) => ({ value: id, label: username }))}
              value={ownerId}
              onChange={(value) => value && setOwnerId(value)}
              allowDeselect={false}
              searchable
            />
          ) : null}
          <TextInput
            label={t('tokens.name')}
            description={t('tokens.name.help')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            required
            withAsterisk={false}
            maxLength={100}
            data-autofocus
          />
          <Checkbox.Group label={t('tokens.scopes')} value={scopes} onChange={setScopes}>
            <Stack gap="sm" mt={8}>
              {offered.map((scope) => (
                <Checkbox key={scope} value={scope} label={t(`tokens.scope.${scope}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select
            label={t('tokens.lasts')}
            value={days}
            data={DAYS.map((value) => ({
              value,
              label: value === '' ? t('tokens.lasts.ever') : t('tokens.lasts.days', { count: Number(value) }),
            }))}
            onChange={(value) => setDays(value ?? '')}
            allowDeselect={false}
          />
          {create.error ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(create.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <ActionButton type="submit" loading={create.isPending} disabled={!offered.some((scope) => scopes.includes(scope))}>
              {t('tokens.create')}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
