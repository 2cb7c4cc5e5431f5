import { Link } from '@tanstack/react-router';
import { useMe } from '../../../api/queries/session-queries.js';
import { useTestWay } from '../../../api/queries/notification-queries.js';
import type { NotificationWay } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import account from '../account.module.css';
import { wayHelpId, useWayName } from './way-name.js';

/** Sends a message by a way, and says what became of it. */
export function TestWay({ way }: { way: Pick<NotificationWay, 'id' | 'kind' | 'name'> }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const test = useTestWay(way);
  return (
    <ActionButton
      size="sm"
      variant="default"
      loading={test.isPending}
      aria-label={labelled(t('ways.test'), way.name)}
      onClick={() =>
        test.mutate(undefined, {
          onSuccess: ({ ok, error }) =>
            ok ? toast.done(t('ways.test.sent')) : toast.problem(t('ways.test.failed', { why: error?.message ?? '' })),
          onError: (error) => toast.problem(errorText(error)),
        })
      }
    >
      {t('ways.test')}
    </ActionButton>
  );
}

/** Why a way is not ready, and what to do about it. */
function Obstacle({ why, kind, ready }: NotificationWay) {
  const { t } = useI18n();
  const isAdmin = useMe().role === 'admin';
  if (why === undefined && ready) return <>{t(`ways.ready.${kind}`)}</>;
  if (why === 'mail_off' && isAdmin)
    return (
      <>
        {t('ways.why.mail_off.admin')} <Link to="/admin/mail">{t('ways.setUpMail')}</Link>
      </>
    );
  if (why === 'no_address' && isAdmin)
    return (
      <>
        {t('ways.why.no_address.admin')} <Link to="/admin/users">{t('ways.openPeople')}</Link>
      </>
    );
  return <>{t(`ways.why.${why ?? 'plugin_unusable'}`)}</>;
}

/** The ways by which messages can come, each with what keeps it from working. Targets stand in a section of their own. */
export function WayList({ ways }: { ways: readonly NotificationWay[] }) {
  const { t } = useI18n();
  const nameOf = useWayName();
  return (
    <ul className={account.list} aria-label={t('ways.list')}>
      {ways.map((way) => (
        <li key={way.id} className={account.row}>
          <div className={account.words}>
            <strong>{nameOf(way)}</strong>
            <span id={wayHelpId(way)} className="dim small">
              <Obstacle {...way} />
            </span>
          </div>
          {way.ready && way.kind !== 'plugin' ? <TestWay way={{ ...way, name: nameOf(way) }} /> : null}
        </li>
      ))}
    </ul>
  );
}
