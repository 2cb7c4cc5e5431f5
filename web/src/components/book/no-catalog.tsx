import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconBooks, IconPlugConnectedX, IconPlus } from '@tabler/icons-react';
import { setupQuery, useMe } from '../../api/queries/session-queries.js';
import type { SetupStatus } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { StatePanel } from '../feedback/state-panel.js';

type Standing = NonNullable<SetupStatus['standings']>['catalog'];

/** How the catalogue was seen last; `undefined` while that is being asked. What cannot be known is taken for a catalogue. */
export function useCatalogStanding(): Standing | undefined {
  const { data, isPending } = useQuery(setupQuery);
  return isPending ? undefined : (data?.standings?.catalog ?? 'unchecked');
}

/** Whether no catalogue is connected; `undefined` while that is being asked. */
export function useNoCatalog(): boolean | undefined {
  const standing = useCatalogStanding();
  return standing && standing === 'none';
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

/** Says why there are no books although a catalogue is connected. */
export function SilentCatalog() {
  const { t } = useI18n();
  const { role } = useMe();
  return (
    <StatePanel
      icon={IconPlugConnectedX}
      title={t('catalogue.silent.title')}
      action={
        role === 'admin' ? (
          <Button variant="default" renderRoot={(props) => <Link to="/admin/integrations" {...props} />}>
            {t('catalogue.silent.action')}
          </Button>
        ) : null
      }
    >
      {t(role === 'admin' ? 'catalogue.silent.body.admin' : 'catalogue.silent.body')}
    </StatePanel>
  );
}
