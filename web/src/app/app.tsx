import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType } from 'react';
import { loadPart } from '../api/load-part.js';
import { isApiError } from '../api/api-error.js';
import { onSessionLost } from '../api/client.js';
import { forgetAnswers, keepAnswers } from '../api/kept-answers.js';
import { hasLostPush } from '../api/push-here.js';
import { onNotificationClick } from '../api/shell-worker.js';
import { meQuery } from '../api/queries/session-queries.js';
import { queryKeys } from '../api/query-keys.js';
import { ConfirmIdentityHost } from '../components/account/confirm-identity-host.js';
import { I18nProvider } from '../i18n/i18n-context.js';
import { onLanguage } from '../i18n/catalog.js';
import { speakTo } from '../i18n/language.js';
import { createAppRouter } from './router.js';
import { cssVariablesResolver, theme } from './theme.js';

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
    // one that waited for a connection would neither happen nor fail, and nobody would be told
    mutations: { networkMode: 'always' },
  },
});
keepAnswers(client);
const router = createAppRouter(client);

/** Loads who is signed in and the program of the first page, so that it is drawn once and whole. A failure is shown by the page. */
export const firstPage = (): Promise<void> => router.load();

onSessionLost(() => {
  if (client.getQueryData(queryKeys.me) === null) return;
  client.setQueryData(queryKeys.me, null);
  void forgetAnswers();
  void router.invalidate();
});

onNotificationClick((address) => router.history.push(address.slice(globalThis.location.origin.length)));

// the answers of the server hold sentences in the language before
onLanguage(() => void client.invalidateQueries());

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

/** Once the page is there, whoever is signed in gets back notifications that their browser has lost. */
function PushOfPerson() {
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const id = me?.id;
  useEffect(() => {
    if (id === undefined) return;
    // without a connection, or where the browser says no, they stay off
    void hasLostPush(id)
      .then(async (isLost) => (isLost ? (await import('../api/queries/web-push-queries.js')).turnOnPush(id) : undefined))
      .catch(() => undefined);
  }, [id]);
  return null;
}

/** Where toasts appear, once its program is there. Without a connection, the next one brings it; nothing else waits for it. */
function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Toaster) return undefined;
    let isOver = false;
    const show = (Loaded: ComponentType): void => (isOver ? undefined : setToaster(() => Loaded));
    const load = (): void =>
      void loadPart(import('../components/feedback/toaster.js')).then(
        (part) => show(part.Toaster),
        () => undefined,
      );
    load();
    addEventListener('online', load);
    return () => {
      isOver = true;
      removeEventListener('online', load);
    };
  }, [Toaster]);
  return Toaster ? <Toaster /> : null;
}

/** Pictures that do not come do not hold up the rest for ever. */
const PICTURES_MS = 3000;

/** Waits for the pictures of the page, which want the line for themselves. */
async function picturesThere(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PICTURES_MS));
  await Promise.race([late, Promise.allSettled([...document.images].map((image) => image.decode()))]);
}

/** Whether the first page had the line and the processor to itself for long enough. */
function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const settle = (): void => void picturesThere().then(() => setSettled(true));
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(settle, 1000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(settle, { timeout: 3000 });
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
            {isSettled ? <PushOfPerson /> : null}
            {isSettled ? <LateToaster /> : null}
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
