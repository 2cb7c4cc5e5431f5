import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { newerVersion, reloadNewest } from '../../api/shell-worker.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';

/** Says that the server has a newer version than this page. */
export function UpdateBanner() {
  const { t } = useI18n();
  const isThere = useSyncExternalStore(newerVersion.subscribe, newerVersion.isThere);
  return (
    <div role="status" className={classes.updateHolder}>
      {isThere ? (
        <p className={classes.update}>
          {t('update.here')}
          <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={16} />} onClick={() => void reloadNewest()}>
            {t('error.reload')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
