import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { pendingUsersQuery, useSaveUser } from '../../../api/queries/admin-queries.js';
import type { User } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';

const NOBODY: User[] = [];

/** People who have created an account and wait for an admin. Nothing without any. */
export function PendingUsers() {
  const { t, relative } = useI18n();
  const errorText = useErrorText();
  const { data: users = NOBODY } = useQuery(pendingUsersQuery);
  const save = useSaveUser();
  const [rejecting, setRejecting] = useState<User | null>(null);

  const decide = ({ id, displayName, username }: User, state: 'active' | 'rejected') =>
    save.mutate(
      { id, change: { state } },
      {
        onSuccess: () => {
          setRejecting(null);
          toast.done(t(state === 'active' ? 'users.approved' : 'users.rejected', { name: displayName || username }));
        },
        onError: (error) => toast.problem(errorText(error)),
      },
    );
  const busy = (user: User) => save.isPending && 'id' in save.variables && save.variables.id === user.id;

  return (
    <>
      <StayingRows
        as="ul"
        items={users}
        keyOf={({ id }) => id}
        className={classes.cards}
        frame={(list) => (
          <div className={classes.pending}>
            <Section title={t('users.pending.title')}>{list}</Section>
          </div>
        )}
      >
        {(user) => (
          <li key={user.id} className={classes.card}>
            <div>
              <strong className={classes.cardTitle}>{user.displayName || user.username}</strong>
              <span className={classes.sub}>
                {user.username} · {t('users.pending.since', { when: relative(user.createdAt) })}
              </span>
            </div>
            <Group gap="sm">
              <ActionButton
                onClick={() => decide(user, 'active')}
                loading={busy(user)}
                aria-label={labelled(t('users.approve'), user.username)}
              >
                {t('users.approve')}
              </ActionButton>
              <Button variant="default" onClick={() => setRejecting(user)} aria-label={labelled(t('users.reject'), user.username)}>
                {t('users.reject')}
              </Button>
            </Group>
          </li>
        )}
      </StayingRows>
      {rejecting ? (
        <ConfirmDialog
          title={t('users.reject.title', { name: rejecting.displayName || rejecting.username })}
          confirm={t('users.reject')}
          danger
          busy={save.isPending}
          onClose={() => setRejecting(null)}
          onConfirm={() => decide(rejecting, 'rejected')}
        >
          {t('users.reject.body')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
