import { useEffect, useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';

/** From then on people wonder whether anything still happens. */
const LONG_MS = 2000;

/** Stands for what is not there yet. When that takes long, it says that there was no answer so far. */
export function Waiting({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const { t } = useI18n();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={className}>
      <p className={isLong ? 'dim' : 'visually-hidden'}>{t(isLong ? 'common.stillTrying' : 'common.loading')}</p>
      {children}
    </div>
  );
}
