import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconChevronRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { userChoicesQuery } from '../../api/queries/admin-queries.js';
import { integrationsQuery } from '../../api/queries/integration-queries.js';
import { NEEDED_KINDS } from '../../api/provider-kinds.js';
import { setupQuery } from '../../api/queries/session-queries.js';
import type { Integration, ProviderKind } from '../../api/types.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ConnectDialog } from './integrations/connect-dialog.js';
import classes from './setup-checklist.module.css';
import { HealthState, needsAttention } from './health-state.js';
import { missingOf, type SetupPart } from './setup-missing.js';

needMessages('admin');

interface RowProps {
  id: SetupPart | 'people';
  done: boolean;
  /** Says what is missing, or that nothing is. */
  words: ReactNode;
  /** On the right, and the whole row does it. */
  action: string | null;
  to?: '/admin/settings' | '/admin/users';
  onPress?: () => void;
}

function Row({ id, done, words, action, to, onPress }: RowProps) {
  const { t } = useI18n();
  const content = (
    <>
      {done ? <IconCircleCheck size={20} aria-hidden="true" /> : <IconCircleDashed size={20} aria-hidden="true" />}
      <span className={classes.text}>
        <strong>{t(`checklist.${id}`)}</strong>
        <span className="dim small">{words}</span>
      </span>
      {action === null ? null : (
        <span className={classes.action}>
          {action}
          <IconChevronRight size={16} className="flip-rtl" aria-hidden="true" />
        </span>
      )}
    </>
  );
  return (
    <li data-done={done}>
      {action === null ? (
        <div className={classes.row}>{content}</div>
      ) : to === undefined ? (
        <button type="button" className={classes.row} onClick={onPress}>
          {content}
        </button>
      ) : (
        <Link to={to} className={classes.row}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** People are nothing a request needs, but what it is for: the row is there until somebody else has an account. */
function PeopleRow() {
  const { t } = useI18n();
  const { data: people } = useQuery(userChoicesQuery);
  const isMissing = people !== undefined && people.length < 2;
  return (
    <Row
      id="people"
      done={people !== undefined && !isMissing}
      words={people ? t(isMissing ? 'checklist.people.missing' : 'checklist.people.done') : '\u00a0'}
      action={isMissing ? t('checklist.invite') : null}
      to="/admin/users"
    />
  );
}

/** The health of what is connected of a kind: of one that answers, else of the first. Nothing before it is known. */
function KindHealth({ of }: { of: readonly Integration[] }) {
  const shown = of.find(({ health }) => health.answers) ?? of[0];
  return shown ? <HealthState health={shown.health} /> : '\u00a0';
}

/** The parts that are missing before a request can be fulfilled, until each is connected or somebody hides the list. */
export function SetupChecklist() {
  const { t } = useI18n();
  const { data: setup } = useQuery(setupQuery);
  const { data: integrations = [] } = useQuery(integrationsQuery);
  const [putAway, setPutAway] = useLocalStorage({ key: 'lectern-checklist', defaultValue: '', getInitialValueInEffect: false });
  const [connecting, setConnecting] = useState<ProviderKind | null>(null);
  if (!setup) return null;
  const missing = missingOf(setup);
  // anything that is missing later is shown again
  if (missing.length === 0 || putAway === missing.join()) return null;
  const parts: SetupPart[] = ['library', ...NEEDED_KINDS];
  return (
    <section className={classes.card} aria-labelledby="setup-checklist">
      <h2 id="setup-checklist">{t('checklist.title')}</h2>
      <p className="dim">{t('checklist.lead')}</p>
      <ul>
        {parts.map((part) => {
          const isMissing = missing.includes(part);
          const connected = integrations.filter(({ enabled, provides }) => enabled && provides.some((kind) => kind === part));
          const isTroubled = connected.length > 0 && connected.every(({ health }) => needsAttention(health));
          const fix = part === 'library' ? 'checklist.choose' : 'checklist.connect';
          return (
            <Row
              key={part}
              id={part}
              done={!isMissing && !isTroubled}
              words={
                isMissing ? t(`checklist.${part}.missing`) : part === 'library' ? t('checklist.chosen') : <KindHealth of={connected} />
              }
              action={isMissing && setup.complete ? t(fix) : null}
              {...(part === 'library' ? { to: '/admin/settings' as const } : { onPress: () => setConnecting(part) })}
            />
          );
        })}
        {setup.complete ? <PeopleRow /> : null}
      </ul>
      {connecting ? <ConnectDialog kind={connecting} onClose={() => setConnecting(null)} /> : null}
      <div className={classes.end}>
        {setup.complete ? (
          <Button className="flush" variant="subtle" color="gray" onClick={() => setPutAway(missing.join())}>
            {t('checklist.putAway')}
          </Button>
        ) : (
          <Button renderRoot={(props) => <Link to="/setup" {...props} />}>{t('checklist.goOn')}</Button>
        )}
      </div>
    </section>
  );
}
