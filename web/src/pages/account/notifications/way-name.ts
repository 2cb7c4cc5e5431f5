import type { NotificationWay } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** The element that says whether a way works. */
export const wayHelpId = ({ id }: Pick<NotificationWay, 'id'>): string => `way-${id}`;

/** What a way is called: targets have names of their own. */
export function useWayName(): (way: Pick<NotificationWay, 'kind' | 'name'>) => string {
  const { t } = useI18n();
  return ({ kind, name }) => (kind === 'plugin' ? name : t(`ways.name.${kind}`));
}
