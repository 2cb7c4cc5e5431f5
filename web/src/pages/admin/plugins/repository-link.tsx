import { useI18n } from '../../../i18n/i18n-context.js';

/** Where the source of a plugin is, at the end of a line; nothing when the plugin does not say. */
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
