import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';

interface PagerProps {
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
}

/** Turns the pages of a list. The button that was pressed keeps the focus on the first and the last page, where it has nothing to do. */
export function Pager({ page, limit, total, onPage }: PagerProps) {
  const { t } = useI18n();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  return (
    <nav
      aria-label={t('common.page', { page, pages })}
      style={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 16, marginBlock: 24 }}
    >
      <ActionButton variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('common.previousPage')}
      </ActionButton>
      <span className="dim tabular" style={{ whiteSpace: 'nowrap' }}>
        {t('common.page', { page, pages })}
      </span>
      <ActionButton variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('common.nextPage')}
      </ActionButton>
    </nav>
  );
}
