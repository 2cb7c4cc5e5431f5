import '@mantine/notifications/styles.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useI18n } from '../../i18n/i18n-context.js';

export function Toaster() {
  const { t } = useI18n();
  const Notification = { defaultProps: { closeButtonProps: { 'aria-label': t('common.close') } } };
  return (
    <MantineThemeProvider theme={{ components: { Notification } }}>
      <Notifications position="bottom-center" limit={3} />
    </MantineThemeProvider>
  );
}
