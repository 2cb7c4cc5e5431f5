import { useI18n } from '../../i18n/i18n-context.js';

interface Aged {
  readonly stale?: boolean | undefined;
  readonly fetchedAt?: string | undefined;
}

/** Says that the catalogue is silent, and how old what is shown is. */
export function StaleNote({ of }: { of: Aged | undefined }) {
  const { t, relative, dateTime } = useI18n();
  if (!of?.stale) return null;
  if (!of.fetchedAt) return <p className="dim small">{t('search.stale')}</p>;
  return (
    <p className="dim small" role="status">
      <time dateTime={of.fetchedAt} title={dateTime(of.fetchedAt)}>
        {t('catalogue.asOf', { when: relative(of.fetchedAt) })}
      </time>
    </p>
  );
}
