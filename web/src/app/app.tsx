import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../api/load-part.js';
import { isApiError } from '../api/api-error.js';
import { onSessionLost } from '../api/client.js';
import { forgetAnswers, keepAnswers } from '../api/kept-answers.js';
import { onNotificationClick } from '../api/shell-worker.js';
import { meQuery } from '../api/queries/session-queries.js';
import { queryKeys } from '../api/query-keys.js';
import { ConfirmIdentityHost } from '../components/account/confirm-identity-host.js';
import { I18nProvider } from '../i18n/i18n-context.js';
import { speakTo } from '../i18n/language.js';
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
keepAnswers(client);
const router = createAppRouter(client);

onSessionLost(() => {
  if (client.getQueryData(queryKeys.me) === null) return;
  client.setQueryData(queryKeys.me, null);
  void forgetAnswers();
  void router.invalidate();
});

onNotificationClick((address) => router.history.push(address.slice(globalThis.location.origin.length)));

/** Whoever signs in or out is spoken to in their language. */
function LanguageOfPerson() {
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const choice = me?.locale ?? null;
  const isKnown = me !== undefined;
  useEffect(() => {
    // without a connection the words stay what they are
    if (isKnown) void speakTo(choice).catch(() => undefined);
  }, [isKnown, choice]);
  return null;
}

/** Whether the first page had the line and the processor to itself for long enough. */
function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setSettled(true), 1000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => setSettled(true), { timeout: 3000 });
    return () => cancelIdleCallback(idle);
  }, []);
  return isSettled;
}

export function App() {
  const isSettled = useIsSettled();
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <I18nProvider>
          <QueryClientProvider client={client}>
            <LanguageOfPerson />
            <RouterProvider router={router} />
            <ConfirmIdentityHost />
            {isSettled ? (
              <Suspense fallback={null}>
                <Toaster />
              </Suspense>
            ) : null}
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
