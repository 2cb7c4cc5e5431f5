import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ownSessionsQuery, useEndSession } from '../../../api/queries/session-queries.js';
import type { OwnSession } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from '../account.module.css';
import { deviceName } from './device-name.js';

function SessionRow({ session, onEnd, busy }: { session: OwnSession; onEnd: () => void; busy: boolean }) {
  const { t, relative } = useI18n();
  const name = deviceName(session.userAgent) ?? t('sessions.unknown');
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{name}</strong>
        <span className="dim small">
          {session.current ? t('sessions.current') : t('sessions.used', { when: relative(session.lastUsedAt) })}
          {session.address ? ` · ${session.address}` : ''}
        </span>
      </div>
      {session.current ? null : (
        <ActionButton variant="default" onClick={onEnd} loading={busy} aria-label={labelled(t('sessions.end'), name)}>
          {t('sessions.end')}
        </ActionButton>
      )}
    </li>
  );
}

/** Where the caller is signed in. */
export function SessionSection() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  const end = useEndSession();
  const stop = (id: string | null) => end.mutate(id, { onError: (problem) => toast.problem(errorText(problem)) });
  return (
    <Section
      title={t('sessions.title')}
      actions={
        (data?.length ?? 0) > 1 ? (
          <ActionButton variant="default" onClick={() => stop(null)} loading={end.isPending && end.variables === null}>
            {t('sessions.endOthers')}
          </ActionButton>
        ) : undefined
      }
    >
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {!data && !error ? <LoadingBlock h={72} /> : null}
      {data ? (
        <ul className={classes.list}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => stop(session.id)}
            />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}
