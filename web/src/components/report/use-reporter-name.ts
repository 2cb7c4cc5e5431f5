import type { Report } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** Names a person of a report, whose account may be gone. */
export function useReporterName(): (writer: Report['reporter']) => string {
  const { t } = useI18n();
  return ({ displayName, username, gone }) => {
    const name = displayName || (username ?? '');
    if (!gone) return name;
    return name === '' ? t('report.nobody') : t('report.gone', { name });
  };
}
