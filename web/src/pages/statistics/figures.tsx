import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Statistics } from '../../api/types.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { CountTable } from './count-table.js';
import classes from './statistics.module.css';
import { waitText } from './wait-text.js';

function Figure({ value, what, note }: { value: string; what: string; note: string }) {
  return (
    <li>
      <strong>{value}</strong>
      <span>{what}</span>
      <span className="dim small">{note}</span>
    </li>
  );
}

/** The four numbers that people look for first. */
export function Summary({ statistics: { audiobooks, ebooks, minutes, wait, ended } }: { statistics: Statistics }) {
  const { t, number, percent, locale } = useI18n();
  const hours = Math.round(minutes / 60);
  const all = Object.values(ended).reduce((sum, count) => sum + count, 0);
  return (
    <ul className={classes.summary} aria-label={t('statistics.summary')}>
      <Figure
        value={number(audiobooks + ebooks)}
        what={t('statistics.books', { count: audiobooks + ebooks })}
        note={t('statistics.books.kinds', { audiobooks, ebooks })}
      />
      <Figure value={number(hours)} what={t('statistics.hours', { count: hours })} note={t('statistics.hours.note')} />
      <Figure
        value={wait ? waitText(wait.median, locale) : t('statistics.none')}
        what={t('statistics.wait')}
        note={wait ? t('statistics.wait.note', { time: waitText(wait.ninetieth, locale) }) : t('statistics.wait.none')}
      />
      <Figure
        value={all > 0 ? percent(ended.arrived / all) : t('statistics.none')}
        what={t('statistics.success')}
        note={all > 0 ? t('statistics.success.note', { arrived: number(ended.arrived), ended: number(all) }) : t('statistics.success.none')}
      />
    </ul>
  );
}

/** How requests ended, and where the books came from. */
export function Origins({ statistics: { ended, indexers, clients, origins } }: { statistics: Statistics }) {
  const { t, say } = useI18n();
  const books = { of: t('statistics.name'), counted: t('statistics.books.column') };
  const endings = (['arrived', 'failed', 'denied', 'cancelled'] as const).filter((end) => ended[end] > 0);
  const source = (none: string) => (one: { name: string | null; books: number }) => ({
    key: one.name ?? '',
    name: one.name ?? <span className="dim">{none}</span>,
    count: one.books,
  });
  if (endings.length === 0) return null;
  return (
    <Section title={t('statistics.from')}>
      <div className={classes.tables}>
        <CountTable title={t('statistics.indexers')} {...books} rows={indexers.map(source(t('statistics.withoutDownload')))} />
        <CountTable title={t('statistics.clients')} {...books} rows={clients.map(source(t('statistics.unknownClient')))} />
        <CountTable
          title={t('statistics.origins')}
          {...books}
          rows={origins.map(({ origin, books: count }) => ({ key: origin, name: say(`statistics.origin.${origin}`, origin), count }))}
        />
        <CountTable
          title={t('statistics.ended')}
          of={t('statistics.name')}
          counted={t('statistics.requests')}
          rows={endings.map((end) => ({ key: end, name: t(`statistics.ended.${end}`), count: ended[end] }))}
        />
      </div>
    </Section>
  );
}

/** Whose books are asked for most. */
export function MostRequested({ statistics: { authors, narrators, series } }: { statistics: Statistics }) {
  const { t } = useI18n();
  if (authors.length + narrators.length + series.length === 0) return null;
  const requests = { of: t('statistics.name'), counted: t('statistics.requests') };
  const linked = (names: Statistics['authors'], link: (name: string) => ReactNode) =>
    names.map(({ name, requests: count }) => ({ key: name, name: link(name), count }));
  return (
    <Section title={t('statistics.top')}>
      <div className={classes.tables}>
        <CountTable
          title={t('statistics.authors')}
          {...requests}
          rows={linked(authors, (name) => (
            <Link to="/authors" search={{ name }} className="plain-link">
              {name}
            </Link>
          ))}
        />
        <CountTable
          title={t('statistics.narrators')}
          {...requests}
          rows={linked(narrators, (name) => (
            <Link to="/narrator" search={{ name }} className="plain-link">
              {name}
            </Link>
          ))}
        />
        <CountTable
          title={t('statistics.series')}
          {...requests}
          rows={linked(series, (name) => (
            <Link to="/search" search={{ q: name }} className="plain-link">
              {name}
            </Link>
          ))}
        />
      </div>
    </Section>
  );
}

/** How much each person of the household asks; each name leads to that person's figures. */
export function People({ people }: { people: NonNullable<Statistics['people']> }) {
  const { t } = useI18n();
  return (
    <Section title={t('statistics.people')}>
      <CountTable
        title={t('statistics.people')}
        of={t('statistics.people.name')}
        counted={t('statistics.requests')}
        more={t('statistics.people.arrived')}
        rows={people.map(({ userId, name, requests, arrived }) => ({
          key: userId ?? '',
          name:
            userId === null ? (
              <span className="dim">{t('statistics.people.deleted')}</span>
            ) : (
              <Link to="/statistics" search={(previous) => ({ ...previous, person: userId })} className="plain-link">
                {name}
              </Link>
            ),
          count: requests,
          more: arrived,
        }))}
      />
    </Section>
  );
}
