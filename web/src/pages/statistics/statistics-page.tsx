import { Button, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { userChoicesQuery } from '../../api/queries/admin-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import {
  STATISTICS_PERIODS,
  statisticsFile,
  statisticsQuery,
  type StatisticsOf,
  type StatisticsPeriod,
} from '../../api/queries/statistics-queries.js';
import type { Statistics } from '../../api/types.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { MostRequested, Origins, People, Summary } from './figures.js';
import { MonthChart } from './month-chart.js';
import classes from './statistics.module.css';

needMessages('statistics');

/** What the address of the page chooses. */
interface Choice {
  of?: 'household' | undefined;
  person?: string | undefined;
  period?: StatisticsPeriod | undefined;
}

function PersonSelect({ person, onChange }: { person: string | undefined; onChange: (person: string | undefined) => void }) {
  const { t } = useI18n();
  const { data: people = [] } = useQuery(userChoicesQuery);
  return (
    <Select
      aria-label={t('statistics.person')}
      value={person ?? ''}
      data={[
        { value: '', label: t('statistics.person.everybody') },
        ...people.map(({ id, displayName, username }) => ({ value: id, label: displayName || username })),
      ]}
      searchable={people.length > 8}
      onChange={(value) => onChange(value || undefined)}
    />
  );
}

function Toolbar({ choice, isAdmin, onChange }: { choice: Choice; isAdmin: boolean; onChange: (choice: Choice) => void }) {
  const { t } = useI18n();
  const whose = choice.of ?? 'own';
  return (
    <div className={classes.toolbar}>
      {isAdmin ? (
        <SegmentedControl
          aria-label={t('statistics.of')}
          value={whose}
          data={(['own', 'household'] as const).map((value) => ({ value, label: t(`statistics.of.${value}`) }))}
          onChange={(value) => onChange({ period: choice.period, of: value === 'own' ? undefined : value })}
        />
      ) : null}
      <SegmentedControl
        aria-label={t('statistics.period')}
        value={choice.period ?? 'last-12-months'}
        data={STATISTICS_PERIODS.map((value) => ({ value, label: t(`statistics.period.${value}`) }))}
        onChange={(period) => onChange({ ...choice, period: period === 'last-12-months' ? undefined : period })}
      />
      {isAdmin && whose === 'household' ? (
        <PersonSelect person={choice.person} onChange={(person) => onChange({ ...choice, person })} />
      ) : null}
    </div>
  );
}

function Nothing({ period, isOwn, onAll }: { period: StatisticsPeriod; isOwn: boolean; onAll: () => void }) {
  const { t } = useI18n();
  if (period !== 'all') {
    const action = (
      <Button variant="default" onClick={onAll}>
        {t('statistics.empty.all')}
      </Button>
    );
    return (
      <StatePanel icon={IconChartBar} title={t('statistics.empty.period')} action={action}>
        {t('statistics.empty.period.body')}
      </StatePanel>
    );
  }
  const find = isOwn ? <Button renderRoot={(props) => <Link to="/browse" {...props} />}>{t('statistics.empty.find')}</Button> : null;
  return (
    <StatePanel icon={IconChartBar} title={t('statistics.empty.title')} action={find}>
      {t(isOwn ? 'statistics.empty.own' : 'statistics.empty.others')}
    </StatePanel>
  );
}

function Figures({ statistics }: { statistics: Statistics }) {
  const { audiobooks, ebooks, months, people } = statistics;
  return (
    <>
      <Summary statistics={statistics} />
      {audiobooks + ebooks > 0 ? <MonthChart months={months} /> : null}
      {people ? <People people={people} /> : null}
      <MostRequested statistics={statistics} />
      <Origins statistics={statistics} />
    </>
  );
}

function isEmpty({ requests, ended }: Statistics): boolean {
  return requests === 0 && Object.values(ended).every((count) => count === 0);
}

function useLead({ of, person }: Choice): string {
  const { t } = useI18n();
  const { data: people } = useQuery({ ...userChoicesQuery, enabled: person !== undefined });
  if (of === undefined) return t('statistics.lead.own');
  const name = people?.find(({ id }) => id === person)?.displayName;
  return name === undefined ? t('statistics.lead.household') : t('statistics.lead.person', { name });
}

/** What arrived, how long it took and who is read most: one's own figures, and for admins those of the household. */
export function StatisticsPage() {
  const { t } = useI18n();
  const isAdmin = useMe().role === 'admin';
  const navigate = useNavigate();
  const asked: Choice = useSearch({ from: '/shell/statistics' });
  const choice: Choice = isAdmin && asked.of !== undefined ? asked : { period: asked.period };
  const period = choice.period ?? 'last-12-months';
  const of: StatisticsOf = choice.of === undefined ? { whose: 'own' } : { whose: 'household', userId: choice.person };
  const { data, error, refetch, isPlaceholderData } = useQuery(statisticsQuery(of, period));
  const change = (search: Choice) => void navigate({ to: '/statistics', search, replace: true, resetScroll: false });
  return (
    <>
      <PageHeader
        title={t('statistics.title')}
        lead={useLead(choice)}
        actions={
          data && !isEmpty(data) ? (
            <Button
              component="a"
              href={statisticsFile(of, period)}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              {t('statistics.export')}
            </Button>
          ) : null
        }
      />
      <Toolbar choice={choice} isAdmin={isAdmin} onChange={change} />
      {data ? (
        <div className={classes.figures} aria-busy={isPlaceholderData}>
          {isEmpty(data) ? (
            <Nothing period={period} isOwn={of.whose === 'own'} onAll={() => change({ ...choice, period: 'all' })} />
          ) : (
            <Figures statistics={data} />
          )}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={320} />
      )}
    </>
  );
}
