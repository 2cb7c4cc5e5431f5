import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconBooks, IconPlus } from '@tabler/icons-react';
import { setupQuery, useMe } from '../../api/queries/session-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { StatePanel } from '../feedback/state-panel.js';

/** Whether no catalogue is connected; `undefined` while that is being asked. What cannot be known is taken for no. */
export function useNoCatalog(): boolean | undefined {
  const { data, isPending } = useQuery(setupQuery);
  return isPending ? undefined : data?.steps.integrations.catalog === 0;
}

/** Says that there is nothing to search in, and who can change that. */
export function NoCatalog() {
  const { t } = useI18n();
  const { role } = useMe();
  return (
    <StatePanel
      icon={IconBooks}
      title={t('catalogue.none.title')}
      action={
        role === 'admin' ? (
          <Button
            leftSection={<IconPlus size={16} />}
            renderRoot={(props) => <Link to="/admin/integrations/new" search={{ kind: 'catalog' }} {...props} />}
          >
            {t('catalogue.none.action')}
          </Button>
        ) : null
      }
    >
      {t(role === 'admin' ? 'catalogue.none.body.admin' : 'catalogue.none.body')}
    </StatePanel>
  );
}
