import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './dialog.module.css';

/** A dialog with a title and a way out; a sheet from below on a phone. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Modal.Root opened onClose={onClose}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content radius="lg">
        <div className={classes.head}>
          <Modal.Title>{title}</Modal.Title>
          <button type="button" className={classes.close} onClick={onClose} aria-label={t('common.close')}>
            <IconX size={20} aria-hidden="true" />
          </button>
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
