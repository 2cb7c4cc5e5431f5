import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { SegmentedControl, useDirection } from '@mantine/core';
import { useState } from 'react';
import type { Statistics } from '../../api/types.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { barsOf, type Bar } from './bars.js';
import classes from './statistics.module.css';
import { waitText } from './wait-text.js';

type Shown = 'books' | 'hours';

/** The axis where reading begins from right to left, its numbers moved away from the bars. */
const ON_THE_RIGHT = { orientation: 'right', tick: { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' } } as const;

/** Without it the highest number of the axis is moved below its line. */
const ROOM_ABOVE = { top: 12, right: 5, bottom: 5, left: 5 } as const;

const sizeOf = { books: ({ audiobooks, ebooks }: Bar) => audiobooks + ebooks, hours: ({ hours }: Bar) => hours };

/** What the chart shows, in a sentence. */
function useSentence(bars: readonly Bar[], shown: Shown): string {
  const { t, number } = useI18n();
  const size = sizeOf[shown];
  const most = bars.reduce<Bar | undefined>((best, bar) => (best === undefined || size(bar) > size(best) ? bar : best), undefined);
  const total = number(
    bars.reduce((sum, bar) => sum + size(bar), 0),
    0,
  );
  return t(`statistics.months.${shown}`, {
    total,
    first: bars[0]?.name ?? '',
    last: bars.at(-1)?.name ?? '',
    most: most?.name ?? '',
  });
}

function Table({ by, bars }: { by: 'month' | 'year'; bars: readonly Bar[] }) {
  const { t, number, locale } = useI18n();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t(`statistics.${by}`)}</th>
          <th scope="col">{t('statistics.audiobooks')}</th>
          <th scope="col">{t('statistics.ebooks')}</th>
          <th scope="col">{t('statistics.hours.column')}</th>
          {by === 'month' ? <th scope="col">{t('statistics.wait.column')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, audiobooks, ebooks, hours, wait }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{number(audiobooks)}</td>
            <td>{number(ebooks)}</td>
            <td>{number(hours)}</td>
            {by === 'month' ? <td>{wait === undefined ? '–' : waitText(wait, locale)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Books or hours that arrived, month by month: as bars, and as a table for whoever prefers one. */
export function MonthChart({ months }: { months: Statistics['months'] }) {
  const { t, number, locale } = useI18n();
  const [shown, setShown] = useState<Shown>('books');
  const isRightToLeft = useDirection().dir === 'rtl';
  const { by, bars } = barsOf(months, locale);
  const sentence = useSentence(bars, shown);
  const series = {
    books: [
      { name: 'audiobooks', label: t('statistics.audiobooks'), color: 'var(--chart-audiobooks)' },
      { name: 'ebooks', label: t('statistics.ebooks'), color: 'var(--chart-ebooks)' },
    ],
    hours: [{ name: 'hours', label: t('statistics.hours.column'), color: 'var(--chart-audiobooks)' }],
  };
  return (
    <Section
      title={t('statistics.months')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('statistics.months.show')}
          value={shown}
          data={(['books', 'hours'] as const).map((value) => ({ value, label: t(`statistics.months.show.${value}`) }))}
          onChange={setShown}
        />
      }
    >
      <div role="img" aria-label={sentence} className={classes.chart}>
        <BarChart
          h={260}
          data={[...bars]}
          dataKey="label"
          type="stacked"
          series={series[shown]}
          withLegend={shown === 'books'}
          legendProps={{ verticalAlign: 'bottom' }}
          valueFormatter={(value) => number(value)}
          yAxisProps={{ allowDecimals: false, width: 44, ...(isRightToLeft ? ON_THE_RIGHT : {}) }}
          xAxisProps={{ minTickGap: 8, reversed: isRightToLeft }}
          maxBarWidth={44}
          barProps={{ isAnimationActive: false }}
          tooltipAnimationDuration={0}
          // the sentence and the table say the same
          barChartProps={{ accessibilityLayer: false, margin: ROOM_ABOVE }}
        />
      </div>
      <details className={classes.details}>
        <summary>{t('statistics.months.table')}</summary>
        <Table by={by} bars={bars} />
      </details>
    </Section>
  );
}
