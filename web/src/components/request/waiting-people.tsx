import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import type { RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { DenyDialog } from './deny-dialog.js';
import { useAct } from './use-act.js';
import classes from './waiting-people.module.css';

type Person = Pick<RequestSummary, 'id' | 'user' | 'createdAt' | 'note'>;

/** Everybody whose request for the book waits for approval, each to be decided on alone. */
export function WaitingPeople({ request, others }: { request: RequestSummary; others: readonly Person[] }) {
  const { t, relative } = useI18n();
  const { busy, act } = useAct();
  const [denied, setDenied] = useState<Person | null>(null);
  const { title } = request.book;
  return (
    <>
      <ul className={classes.people} aria-label={t('requests.together.list', { title })}>
        {[request, ...others].map((person) => {
          const name = person.user.displayName;
          return (
            <li key={person.id} className={classes.person}>
              <div className={classes.who}>
                <strong>{name}</strong>
                <span className="dim small">{t('requests.asked', { when: relative(person.createdAt) })}</span>
                {person.note ? <span className={classes.note}>{t('requests.note', { note: person.note })}</span> : null}
              </div>
              <div className={classes.decide}>
                <ActionButton
                  size="compact-md"
                  variant="default"
                  loading={busy === `${person.id} approve`}
                  blocked={busy !== null}
                  aria-label={t('requests.together.approve', { name })}
                  onClick={() => act(person.id, { action: 'approve' })}
                >
                  {t('request.action.approve')}
                </ActionButton>
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={busy !== null}
                  aria-label={t('requests.together.deny', { name })}
                  onClick={() => setDenied(person)}
                >
                  {t('request.action.deny')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {denied ? (
        <DenyDialog
          title={t('requests.together.denyTitle', { name: denied.user.displayName, title })}
          busy={busy !== null}
          onClose={() => setDenied(null)}
          onDeny={(reason) => act(denied.id, { action: 'deny', reason }, () => setDenied(null))}
        />
      ) : null}
    </>
  );
}
