import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadPart } from '../api/load-part.js';
import { isApiError } from '../api/api-error.js';
import { onSessionLost } from '../api/client.js';
import { queryKeys } from '../api/query-keys.js';
import { ConfirmIdentityHost } from '../components/account/confirm-identity-host.js';
import { I18nProvider } from '../i18n/i18n-context.js';
import { createAppRouter } from './router.js';
import { cssVariablesResolver, theme } from './theme.js';

const Toaster = lazy(() => loadPart(import('../components/feedback/toaster.js')).then((module) => ({ default: module.Toaster })));

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // The server gives the same answer again; only a lost connection is worth another try.
      retry: (failures, error) => failures < 2 && navigator.onLine && isApiError(error) && (error.status === 0 || error.status >= 502),
      // Waiting silently for a connection would leave the page blank.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
    },
  },
});
const router = createAppRouter(client);

onSessionLost(() => {
  if (client.getQueryData(queryKeys.me) === null) return;
  client.setQueryData(queryKeys.me, null);
  void router.invalidate();
});

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <I18nProvider>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
          <ConfirmIdentityHost />
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  );
}
