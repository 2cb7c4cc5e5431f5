import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarAddressOfQuery, useRevokeCalendarAddressOf } from '../../../api/queries/admin-queries.js';
import type { User } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';

/** The calendar address of a person, which an admin can end; nothing for somebody who has none. */
export function UserCalendar({ user }: { user: User }) {
  const { t, date } = useI18n();
  const errorText = useErrorText();
  const { data } = useQuery(calendarAddressOfQuery(user.id));
  const revoke = useRevokeCalendarAddressOf(user.id);
  const [isAsking, setAsking] = useState(false);
  if (!data?.address) return null;
  return (
    <div className={classes.calendar}>
      <p>{t('users.calendar', { date: date(data.address.createdAt) })}</p>
      <ActionButton variant="default" onClick={() => setAsking(true)}>
        {t('users.calendar.revoke')}
      </ActionButton>
      {isAsking ? (
        <ConfirmDialog
          title={t('users.calendar.title', { name: user.displayName || user.username })}
          confirm={t('users.calendar.confirm')}
          danger
          above
          busy={revoke.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            revoke.mutate(undefined, {
              onSuccess: () => toast.done(t('users.calendar.revoked')),
              onError: (error) => toast.problem(errorText(error)),
            })
          }
        >
          {t('users.calendar.body')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
