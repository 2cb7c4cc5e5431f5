/**
 * Short-lived messages. Errors stay longer; the region of the messages reads them aloud.
 * The package is loaded with the first message, or when the page is idle.
 */
function show(message: string, color: string, autoClose: number): void {
  void import('@mantine/notifications').then(({ notifications }) => notifications.show({ message, color, autoClose, withBorder: true }));
}

export const toast = {
  done: (message: string) => show(message, 'amber', 4000),
  problem: (message: string) => show(message, 'red', 9000),
};
