import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

export function Toaster() {
  return <Notifications position="bottom-center" limit={3} />;
}
