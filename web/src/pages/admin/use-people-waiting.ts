import { useI18n } from '../../i18n/i18n-context.js';
import { useAdminWaiting } from './use-admin-waiting.js';

/** People who wait to be let in, and reports that nobody has decided: what to say of them, and where they are. */
export function usePeopleWaiting(): readonly { readonly to: '/admin/users' | '/admin/reports'; readonly words: string }[] {
  const { t } = useI18n();
  const waiting = useAdminWaiting();
  return (['/admin/users', '/admin/reports'] as const).flatMap((to) => {
    const count = waiting[to] ?? 0;
    return count === 0 ? [] : [{ to, words: t(to === '/admin/users' ? 'attention.people' : 'attention.reports', { count }) }];
  });
}
