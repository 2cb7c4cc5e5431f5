import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { withBase } from '../../../api/base-path.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useEndUserSessions, useMakeLoginLink } from '../../../api/queries/admin-queries.js';
import type { User } from '../../../api/types.js';
import { ShowOnce } from '../../../components/feedback/show-once.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

interface UserAccessProps {
  user: User;
  state: User['state'];
  onState: (state: User['state']) => void;
}

/** Whether a person may sign in, a one-time sign-in link, and ending their sessions. */
export function UserAccess({ user, state, onState }: UserAccessProps) {
  const { t, dateTime } = useI18n();
  const errorText = useErrorText();
  const link = useMakeLoginLink();
  const end = useEndUserSessions();
  const [shown, setShown] = useState(false);
  const states: User['state'][] = user.state === 'pending' ? ['pending', 'active', 'rejected'] : ['active', 'disabled'];
  const problem = (error: unknown) => toast.problem(errorText(error));
  return (
    <>
      <Select
        label={t('users.access')}
        value={state}
        data={[...new Set([user.state, ...states])].map((value) => ({ value, label: t(`users.state.${value}`) }))}
        onChange={(value) => value && onState(value)}
        allowDeselect={false}
      />
      <Group gap="sm">
        <ActionButton
          variant="default"
          loading={link.isPending}
          disabled={user.state !== 'active'}
          onClick={() => link.mutate(user.id, { onSuccess: () => setShown(true), onError: problem })}
        >
          {t('users.link')}
        </ActionButton>
        <ActionButton
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(user.id, { onSuccess: () => toast.done(t('users.sessionsEnded')), onError: problem })}
        >
          {t('users.endSessions')}
        </ActionButton>
      </Group>
      {shown && link.data ? (
        <ShowOnce
          title={t('users.link.title', { name: user.displayName || user.username })}
          label={t('users.link.label')}
          help={t('users.link.help', { when: dateTime(link.data.expiresAt) })}
          value={link.data.url ?? `${globalThis.location.origin}${withBase(link.data.path)}`}
          onClose={() => setShown(false)}
        />
      ) : null}
    </>
  );
}
