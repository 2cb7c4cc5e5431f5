import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { ActionButton } from '../../components/controls/action-button.js';
import { useSyncShelf } from '../../api/queries/shelf-queries.js';
import type { Shelf } from '../../api/types.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';

/** Syncs now, or stops the current sync. */
export function SyncButton({ shelf }: { shelf: Shelf }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const sync = useSyncShelf(shelf);
  const isIdle = shelf.sync.state === 'idle';
  const label = t(isIdle ? 'shelves.sync' : 'shelves.sync.stop');
  return (
    <ActionButton
      variant="default"
      loading={sync.isPending}
      leftSection={isIdle ? <IconRefresh size={16} /> : <IconPlayerStop size={16} />}
      aria-label={labelled(label, shelf.name)}
      onClick={() => sync.mutate(undefined, { onError: (error) => toast.problem(errorText(error)) })}
    >
      {label}
    </ActionButton>
  );
}
