import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { isApiError } from '../../api/api-error.js';
import { nameHere } from '../../api/base-path.js';
import { outbox, sendAgainAfter, type KeptWish } from '../../api/outbox.js';
import { useCreateRequest } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import { reachability } from '../../api/reachability.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { useAskingWords } from '../book/use-asking-words.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import classes from './frame.module.css';

/** One tab sends at a time. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(nameHere('lectern-outbox'), work) : work();
}

/** A request that is sent until the server has decided on it, and can be cancelled until then. */
function Wish({ wish }: { wish: KeptWish }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { mutateAsync } = useCreateRequest();
  const words = useAskingWords(wish.title);
  /** Resolves to when to send it again, in ms, if it is not decided. */
  const send = useCallback(
    () =>
      alone(async () => {
        if (!navigator.onLine || !outbox.list().includes(wish)) return undefined;
        try {
          const made = await mutateAsync(wish.body);
          outbox.remove(wish);
          words.made(wish.body.type ?? 'audiobook', made);
        } catch (error) {
          const againMs = sendAgainAfter(error);
          if (againMs !== undefined) return againMs;
          outbox.remove(wish);
          if (isApiError(error, 'ignored')) toast.problem(t('action.failed', { message: errorText(error) }));
          else words.failed(wish.body.type ?? 'audiobook', error, wish.body);
        }
        return undefined;
      }),
    // the words of the first drawing say the same as those of the next
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [wish],
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const listen = (): void =>
      void send().then((againMs) => {
        clearTimeout(timer);
        if (againMs !== undefined && isShown) timer = setTimeout(listen, againMs);
      });
    listen();
    addEventListener('online', listen);
    const stop = reachability.subscribe(() => (reachability.get() ? listen() : undefined));
    return () => {
      isShown = false;
      clearTimeout(timer);
      removeEventListener('online', listen);
      stop();
    };
  }, [send]);
  return (
    <p className={classes.update}>
      <IconCloudUp size={18} aria-hidden="true" />
      {t('outbox.waiting', { title: wish.title })}
      <Button size="compact-sm" variant="default" aria-label={labelled(t('common.cancel'), wish.title)} onClick={() => outbox.remove(wish)}>
        {t('common.cancel')}
      </Button>
    </p>
  );
}

/** What this person asked for without a connection. */
export function OutboxNotice() {
  const me = useMe();
  const wishes = useSyncExternalStore(outbox.subscribe, outbox.list);
  return (
    <div role="status" className={classes.updateHolder}>
      {wishes
        .filter(({ userId }) => userId === me.id)
        .map((wish) => (
          <Wish key={`${wish.body.asin} ${wish.body.type}`} wish={wish} />
        ))}
    </div>
  );
}
