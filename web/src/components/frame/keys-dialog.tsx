import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../api/queries/session-queries.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import classes from './keys-dialog.module.css';
import { PAGE_KEYS, singleKeys } from './page-keys.js';

needMessages('keys');

function Row({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div className={classes.row}>
      <dt>
        {keys.map((key) => (
          <kbd key={key} className={classes.key}>
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{label}</dd>
    </div>
  );
}

/** All keys of the pages, and a switch for those that are one letter. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const isAdmin = useMe().role === 'admin';
  const [areOn, setOn] = useState(() => singleKeys.areOn());
  const toggle = (next: boolean) => {
    singleKeys.set(next);
    setOn(next);
  };
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={classes.list}>
        <Row keys={['Ctrl', 'K']} label={t('keys.palette')} />
        <Row keys={['/']} label={t('keys.search')} />
        <Row keys={['j']} label={t('keys.next')} />
        <Row keys={['k']} label={t('keys.previous')} />
        <Row keys={['←', '→']} label={t('keys.beside')} />
        <Row keys={['←', '↑', '→', '↓']} label={t('keys.arrows')} />
        <Row keys={['Ctrl', '↵']} label={t('keys.request')} />
        <Row keys={['x']} label={t('keys.select')} />
        <Row keys={['Shift', 'X']} label={t('keys.selectRange')} />
        <Row keys={['?']} label={t('keys.help')} />
        {Object.entries(PAGE_KEYS)
          .filter(([, { to }]) => isAdmin || to !== '/admin')
          .map(([key, { label }]) => (
            <Row key={key} keys={['g', key]} label={t(label)} />
          ))}
      </dl>
      <Switch
        mt="lg"
        checked={areOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
        label={t('keys.switch')}
        description={t('keys.switch.help')}
      />
    </Dialog>
  );
}
