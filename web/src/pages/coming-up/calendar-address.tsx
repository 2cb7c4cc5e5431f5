import { useQuery } from '@tanstack/react-query';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { withBase } from '../../api/base-path.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { calendarAddressQuery, useMakeCalendarAddress, useRevokeCalendarAddress } from '../../api/queries/coming-up-queries.js';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { ShowOnce } from '../../components/feedback/show-once.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './coming-up.module.css';

type Asked = 'renew' | 'revoke';

/** The address with which one's own calendar subscribes to the list. */
export function CalendarAddress() {
  const { t, date } = useI18n();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(calendarAddressQuery);
  const make = useMakeCalendarAddress();
  const revoke = useRevokeCalendarAddress();
  const [asked, setAsked] = useState<Asked | null>(null);
  const address = data?.address;
  const isBusy = make.isPending || revoke.isPending;
  const answers = { onSuccess: () => setAsked(null), onError: (problem: unknown) => toast.problem(errorText(problem)) };

  return (
    <Section title={t('calendar.title')}>
      <div className={classes.address}>
        <p>{t('calendar.lead')}</p>
        <p className="dim small">{t('calendar.warning')}</p>
        {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
        {!data && !error ? <LoadingBlock height={36} /> : null}
        {address ? <p>{t('calendar.since', { date: date(address.createdAt) })}</p> : null}
        {data ? (
          <div className={classes.actions}>
            {/* one button for both, so that the focus comes back to it from the dialog with the address */}
            <ActionButton
              variant={address ? 'default' : 'filled'}
              leftSection={address ? null : <IconCalendarPlus size={18} />}
              loading={isBusy}
              onClick={() => (address ? setAsked('renew') : make.mutate(undefined, answers))}
            >
              {t(address ? 'calendar.renew' : 'calendar.make')}
            </ActionButton>
            {address ? (
              <ActionButton variant="default" onClick={() => setAsked('revoke')}>
                {t('calendar.revoke')}
              </ActionButton>
            ) : null}
          </div>
        ) : null}
      </div>
      {asked ? (
        <ConfirmDialog
          title={t(`calendar.${asked}.title`)}
          confirm={t(`calendar.${asked}`)}
          danger={asked === 'revoke'}
          busy={isBusy}
          onClose={() => setAsked(null)}
          onConfirm={() => (asked === 'renew' ? make : revoke).mutate(undefined, answers)}
        >
          {t(`calendar.${asked}.body`)}
        </ConfirmDialog>
      ) : null}
      {make.data && !asked ? (
        <ShowOnce
          title={t('calendar.made')}
          label={t('calendar.made.label')}
          help={t('calendar.made.help')}
          value={`${globalThis.location.origin}${withBase(make.data.path)}`}
          onClose={() => make.reset()}
        />
      ) : null}
    </Section>
  );
}
