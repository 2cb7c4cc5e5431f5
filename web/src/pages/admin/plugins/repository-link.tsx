import { useI18n } from '../../../i18n/i18n-context.js';

/** A link to a plugin's source, at the end of a line; nothing if the plugin names none. */
export function RepositoryLink({ url, separator = ' · ' }: { url: string | undefined; separator?: string }) {
  const { t } = useI18n();
  if (!url) return null;
  return (
    <>
      {separator}
      <a href={url} target="_blank" rel="noreferrer">
        {t('plugins.repository')}
      </a>
    </>
  );
}
