import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './sheet.module.css';
import { useFocusReturn } from './use-focus-return.js';
import { useIsPhone } from '../page/use-is-phone.js';

/** Something to choose from over the page: from below on a phone, from the side elsewhere. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useI18n();
  const phone = useIsPhone();
  useFocusReturn();
  const body = useRef<HTMLDivElement>(null);
  // the library moves the focus there without scrolling
  useEffect(() => body.current?.querySelector('[data-autofocus]')?.scrollIntoView({ block: 'center' }), []);
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? 'auto' : 440}
      classNames={{ content: classes.sheet ?? '' }}
    >
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content radius={0}>
        <div className={classes.head}>
          <Drawer.Title>{title}</Drawer.Title>
          <button type="button" className={classes.close} onClick={onClose} aria-label={t('common.close')}>
            <IconX size={20} aria-hidden="true" />
          </button>
        </div>
        <div ref={body} className={classes.body}>
          {children}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
