import { IconDownload } from '@tabler/icons-react';
import { requestCsv, saveFile } from '../../../api/request-csv.js';
import type { WholeList } from '../../../api/request-list-filter.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { ActionButton } from '../../controls/action-button.js';
import { useBulk } from './use-bulk.js';

/** Saves all requests of a list as a file, however many pages it has; those that stand in the row of another, too. */
export function ExportButton({ list, total }: { list: WholeList; total: number }) {
  const { t } = useI18n();
  const bulk = useBulk();
  return (
    <ActionButton
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={bulk.running}
      disabled={total === 0}
      onClick={() =>
        void bulk
          .all({ ...list, together: false })
          .then((found) => found && saveFile('lectern-requests.csv', 'text/csv;charset=utf-8', requestCsv(found)))
      }
    >
      {t('requestList.export')}
    </ActionButton>
  );
}
