import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { foundAuthorsQuery, foundSeriesQuery } from '../../api/queries/author-and-series-queries.js';
import { StaleNote } from '../../components/book/stale-note.js';
import { Portrait } from '../../components/cover/portrait.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './search-page.module.css';

const SETTLE_MS = 700;

/** Authors and series of this name, above the books. They are an extra: while they are not known nothing stands there. */
export function FoundNames({ query }: { query: string }) {
  const { t } = useI18n();
  // somebody who is still typing wants neither, and each is several questions to the catalogue
  const [settled] = useDebouncedValue(query, SETTLE_MS);
  const isSettled = settled === query;
  const foundAuthors = useQuery({ ...foundAuthorsQuery(query), enabled: isSettled }).data;
  const foundSeries = useQuery({ ...foundSeriesQuery(query), enabled: isSettled }).data;
  const { items: authors = [] } = foundAuthors ?? {};
  const { items: series = [] } = foundSeries ?? {};
  if (authors.length === 0 && series.length === 0) return null;
  return (
    <div className={classes.names}>
      {authors.length > 0 ? (
        <section aria-labelledby="found-authors">
          <h2 id="found-authors" className={classes.namesTitle}>
            {t('search.authors')}
          </h2>
          <ul className={classes.nameList}>
            {authors.map(({ id, name, imageUrl }) => (
              <li key={id}>
                <Link to="/authors/$authorId" params={{ authorId: id }} className={classes.name}>
                  <Portrait name={name} src={imageUrl} size={40} />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <StaleNote of={foundAuthors} />
        </section>
      ) : null}
      {series.length > 0 ? (
        <section aria-labelledby="found-series">
          <h2 id="found-series" className={classes.namesTitle}>
            {t('search.series')}
          </h2>
          <ul className={classes.nameList}>
            {series.map(({ id, name }) => (
              <li key={id}>
                <Link to="/series/$seriesId" params={{ seriesId: id }} className={classes.name} data-plain="true">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <StaleNote of={foundSeries} />
        </section>
      ) : null}
    </div>
  );
}
