import { isApiError } from '../../api/api-error.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** A sentence for people about any error. The server's own sentence wins, because it names the cause. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useI18n();
  return (error) => {
    if (!isApiError(error)) return t('error.page');
    if (error.code === 'network') return t('error.network');
    if (error.code === 'outdated') return t('error.outdated');
    if (error.status === 429) return t('error.tooMany', { seconds: error.retryAfter ?? 60 });
    if (error.code === 'unknown') return error.status === 403 ? t('error.forbidden') : t('error.unknown');
    return error.message;
  };
}
