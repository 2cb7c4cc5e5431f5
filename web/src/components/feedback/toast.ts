import { notifications } from '@mantine/notifications';

/** Short-lived messages. Errors stay longer; they are read aloud by the region of the notifications. */
export const toast = {
  done: (message: string) => notifications.show({ message, color: 'amber', autoClose: 4000, withBorder: true }),
  problem: (message: string) => notifications.show({ message, color: 'red', autoClose: 9000, withBorder: true }),
};
