import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** It may open above another dialog. */
  above?: boolean;
}

/** Makes Escape close only this dialog; by default the library closes all open ones. */
function ownEscape(onClose: () => void) {
  return {
    onFocusCapture: ({ target }: FocusEvent) => target.setAttribute('data-mantine-stop-propagation', 'true'),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    },
  };
}

/** A dialog with a title and a close button; a sheet from below on a phone. */
export function Dialog({ title, onClose, children, above = false }: DialogProps) {
  const { t } = useI18n();
  return (
    <Modal.Root opened onClose={onClose} {...(above ? { zIndex: 300 } : {})}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content radius="lg">
        <div {...(above ? ownEscape(onClose) : {})}>
          <div className={classes.head}>
            <Modal.Title>{title}</Modal.Title>
            <button type="button" className={classes.close} onClick={onClose} aria-label={t('common.close')}>
              <IconX size={20} aria-hidden="true" />
            </button>
          </div>
          <Modal.Body>{children}</Modal.Body>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
