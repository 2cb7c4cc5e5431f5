import type { Rename } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** What is said of a rename, whoever shows it. */
export function useRenameWords() {
  const { t } = useI18n();

  /** How it stands, in a sentence. */
  function headline({ state, counts, startedAt, stopping }: Rename): string {
    const { planned, blocked, moved } = counts;
    if (stopping) return t('rename.headline.stopping');
    if (state === 'ready' && planned === 0) return t(blocked > 0 ? 'rename.headline.stuck' : 'rename.headline.nothing');
    if (state === 'ready') return t('rename.headline.ready', { count: planned });
    if (state === 'cancelled' && startedAt === null) return t('rename.headline.planCancelled');
    if (state === 'cancelled') return t('rename.headline.cancelled', { count: moved });
    if (state === 'done') return t('rename.headline.done', { count: moved });
    return t(`rename.headline.${state}`);
  }

  /** Numbers beside the headline, those that are zero left out. */
  function facts({ state, counts, endedAt }: Rename): string[] {
    const { unchanged, planned, blocked, moved, failed, undone } = counts;
    return [
      state !== 'planning' && unchanged > 0 ? t('rename.fact.unchanged', { count: unchanged }) : '',
      blocked > 0 ? t('rename.fact.blocked', { count: blocked }) : '',
      endedAt !== null && planned > 0 ? t('rename.fact.left', { count: planned }) : '',
      state === 'failed' && moved > 0 ? t('rename.fact.moved', { count: moved }) : '',
      failed > 0 ? t('rename.fact.failed', { count: failed }) : '',
      undone > 0 && state !== 'undone' ? t('rename.fact.undone', { count: undone }) : '',
    ].filter(Boolean);
  }

  function choice({ requests }: Rename): string {
    return requests === null ? t('rename.choice.everything') : t('rename.choice.requests', { count: requests });
  }

  return { headline, facts, choice };
}
