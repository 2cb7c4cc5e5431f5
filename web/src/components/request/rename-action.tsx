import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';
import { usePreviewRename } from './use-preview-rename.js';

/** Previews the new names of one book's files, for admins. */
export function RenameAction({ requestId, size = 'md' }: { requestId: string; size?: 'sm' | 'md' }) {
  const { t } = useI18n();
  const { preview, isPlanning } = usePreviewRename();
  return (
    <ActionButton size={size} variant="default" loading={isPlanning} onClick={() => preview({ requestIds: [requestId] })}>
      {t('request.rename')}
    </ActionButton>
  );
}
