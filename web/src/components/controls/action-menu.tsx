import { Menu } from '@mantine/core';
import { useCallback, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import classes from './action-menu.module.css';

interface ActionMenuProps {
  /** The button that opens it. */
  target: ReactElement;
  /** Items, labels and dividers of the library's menu. */
  children: ReactNode;
  /** Pixels. */
  width?: number;
  defaultOpened?: boolean;
}

/**
 * A menu of actions below a button. The library opens its menu a frame after the key, and moves the focus to the first item by timers after
 * that: on a busy machine an arrow key is lost meanwhile, or the focus is taken back from the item that somebody already chose, and Enter
 * does something else. So this menu is there and has the focus before the next key, and gives the focus back before its item acts.
 */
export function ActionMenu({ target, children, width, defaultOpened = false }: ActionMenuProps) {
  const [opened, setOpened] = useState(defaultOpened);
  const menu = useRef<HTMLDivElement>(null);
  // called in the moment in which the items are on the page
  const appear = useCallback((element: HTMLDivElement | null) => {
    menu.current = element;
    if (!element || element.contains(document.activeElement)) return;
    element.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')?.focus({ preventScroll: true });
  }, []);
  const change = (next: boolean) => {
    const button = menu.current?.getAttribute('aria-labelledby');
    if (!next && button && menu.current?.contains(document.activeElement)) document.getElementById(button)?.focus({ preventScroll: true });
    setOpened(next);
  };
  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' || key === 'Escape') change(false);
  };
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      opened={opened}
      onChange={change}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown ref={appear} className={classes.menu} onKeyDown={leave}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
