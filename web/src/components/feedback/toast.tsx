import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface Shown {
  readonly message: ReactNode;
  readonly color: string;
  /** Milliseconds. */
  readonly autoClose: number;
  readonly id?: string;
}

/**
 * Short-lived messages. Errors stay longer; the message region reads them aloud. The package is loaded with the first
 * message, or when the page is idle.
 */
function show(shown: Shown): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.show({ ...shown, withBorder: true }));
}

function hide(id: string): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
}

let shownWithAction = 0;

/** A message with a button that also closes it, and then gives the focus back to what had it before. */
function showWithAction(message: string, label: string, act: () => void): void {
  shownWithAction += 1;
  const id = `with-action-${shownWithAction}`;
  let before: EventTarget | null = null;
  const press = () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    hide(id);
    act();
  };
  show({
    id,
    color: 'amber',
    // long enough for people who hear the message to find the button after it
    autoClose: 12_000,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onFocus={({ relatedTarget }) => {
            before ??= relatedTarget;
          }}
          onClick={press}
        >
          {label}
        </Button>
      </Group>
    ),
  });
}

export const toast = {
  done: (message: string) => show({ message, color: 'amber', autoClose: 4000 }),
  undoable: showWithAction,
  problem: (message: string) => show({ message, color: 'red', autoClose: 9000 }),
};
