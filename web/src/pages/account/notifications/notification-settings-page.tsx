import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { preferencesQuery } from '../../../api/queries/notification-queries.js';
import type { NotificationPreferences } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { needMessages } from '../../../i18n/catalog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { PushSection } from '../push/push-section.js';
import { DigestSection } from './digest-section.js';
import { EventTable } from './event-table.js';
import classes from './notification-settings.module.css';
import { QuietHoursSection } from './quiet-hours-section.js';
import { TargetSection } from './target-section.js';
import { WayList } from './way-list.js';

// forms of plugins have words of the pages for admins
needMessages('admin', 'account', 'notificationSettings');

function EventSection({ preferences: { ways, events } }: { preferences: NotificationPreferences }) {
  const { t } = useI18n();
  return (
    <Section title={t('ways.events')}>
      <Stack gap="lg">
        <WayList ways={ways} />
        <EventTable ways={ways} events={events} />
      </Stack>
    </Section>
  );
}

/** What reaches a person outside Lectern, by which ways, and when. */
export function NotificationSettingsPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(preferencesQuery);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('ways.title')}
        lead={t('ways.lead')}
        actions={
          <Button component={Link} to="/account" variant="default">
            {t('ways.account')}
          </Button>
        }
      />
      <div className={classes.columns}>
        <div>
          <PushSection />
          {data ? <EventSection preferences={data} /> : null}
          {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <LoadingBlock h={360} mt="xl" /> : null}
        </div>
        {data ? (
          <div>
            <TargetSection />
            <QuietHoursSection quietHours={data.quietHours} />
            <DigestSection digest={data.digest} timeZone={data.quietHours?.timeZone} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
