import { Button } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';

interface PagerProps {
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pager({ page, limit, total, onPage }: PagerProps) {
  const { t } = useI18n();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  return (
    <nav style={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 16, marginBlockStart: 24 }}>
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('common.previousPage')}
      </Button>
      <span className="dim tabular">{t('common.page', { page, pages })}</span>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('common.nextPage')}
      </Button>
    </nav>
  );
}
