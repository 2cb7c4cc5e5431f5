import { ActionButton } from '../../components/controls/action-button.js';
import type { RequestDetail } from '../../api/types.js';
import { Section } from '../../components/page/section.js';
import { MergeSelect } from '../../components/request/merge-select.js';
import { useAct } from '../../components/request/use-act.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** Whether the files are merged into one, as long as that can be chosen; and a way to stop it while it runs. */
export function MergeChoice({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const { busy, act } = useAct();
  if (!request.actions.includes('merge_chapters')) return null;
  const choose = (merge: boolean | null) => act(request.id, { action: 'merge_chapters', merge });
  const isRunning = request.progress?.phase === 'merging' || request.progress?.phase === 'merge_waiting';
  return (
    <Section title={t('merge.title')}>
      <MergeSelect value={request.mergeChapters} disabled={busy !== null} onChange={choose} />
      {isRunning && request.mergeChapters !== false ? (
        <ActionButton mt="sm" variant="default" loading={busy !== null} onClick={() => choose(false)}>
          {t('merge.stop')}
        </ActionButton>
      ) : null}
    </Section>
  );
}
