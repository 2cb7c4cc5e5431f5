import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import classes from './filter-frame.module.css';
import { useIsPhone } from './use-is-phone.js';

interface FilterFrameProps {
  /** Of the style `search`: it stays in the row. */
  search?: ReactNode;
  /** Of the style `field`. In a sheet, a list of options would be cut off at its edge. */
  fields: (inSheet: boolean) => ReactNode;
  /** Of the style `sort`. */
  sort: ReactNode;
  /** How many filters are set. */
  active: number;
  onClear: () => void;
  /** On the button that closes the sheet. */
  show: string | undefined;
  /** Somebody comes near. */
  onNear?: () => void;
}

/** Filters and sorts the list below it: in a row, or in a sheet on a phone. */
export function FilterFrame({ search, fields, sort, active, onClear, show, onNear }: FilterFrameProps) {
  const { t } = useI18n();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const clearAll = (
    <Button variant="subtle" color="gray" onClick={onClear}>
      {t('filter.clear')}
    </Button>
  );
  return (
    <div className={classes.bar} role="group" aria-label={t('filter.label')} onFocusCapture={onNear} onPointerEnter={onNear}>
      {search}
      {isPhone ? (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} />}
          onClick={() => setOpen(true)}
          aria-haspopup="dialog"
        >
          {active > 0 ? t('filter.openActive', { count: active }) : t('filter.open')}
        </Button>
      ) : (
        fields(false)
      )}
      {sort}
      {active > 0 && !isPhone ? clearAll : null}
      {isOpen ? (
        <Dialog title={t('filter.title')} onClose={() => setOpen(false)}>
          <div className={classes.sheet}>
            {fields(true)}
            <div className={classes.sheetEnd}>
              {active > 0 ? clearAll : null}
              <Button onClick={() => setOpen(false)}>{show ?? t('common.done')}</Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}
