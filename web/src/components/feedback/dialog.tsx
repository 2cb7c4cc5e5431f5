import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './dialog.module.css';
import { useFocusReturn } from './use-focus-return.js';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** It may open above another dialog. */
  above?: boolean;
  /** For lists that need room. */
  wide?: boolean;
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
export function Dialog({ title, onClose, children, above = false, wide = false }: DialogProps) {
  const { t } = useI18n();
  useFocusReturn();
  return (
    <Modal.Root opened onClose={onClose} {...(wide ? { size: 860 } : {})} {...(above ? { zIndex: 300 } : {})}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content radius="lg" className={classes.content ?? ''}>
        <div {...(above ? ownEscape(onClose) : {})}>
          <div className={classes.head}>
            <Modal.Title>{title}</Modal.Title>
            <button type="button" className={classes.close} onClick={onClose} aria-label={t('common.close')}>
              <IconX size={20} aria-hidden="true" />
            </button>
          </div>
          <Modal.Body className={classes.body ?? ''}>{children}</Modal.Body>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
