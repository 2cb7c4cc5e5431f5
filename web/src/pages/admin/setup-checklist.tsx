import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useState } from 'react';
import { userChoicesQuery } from '../../api/queries/admin-queries.js';
import { NEEDED_KINDS } from '../../api/provider-kinds.js';
import { setupQuery } from '../../api/queries/session-queries.js';
import type { ProviderKind } from '../../api/types.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ConnectDialog } from './integrations/connect-dialog.js';
import classes from './setup-checklist.module.css';
import { missingOf, type SetupPart } from './setup-missing.js';

needMessages('admin');

function Fix({ part, onConnect }: { part: SetupPart; onConnect: (kind: ProviderKind) => void }) {
  const { t } = useI18n();
  const action = t(part === 'library' ? 'checklist.choose' : 'checklist.connect');
  const label = `${action}: ${t(`checklist.${part}`)}`;
  if (part === 'library') {
    return (
      <Button variant="default" aria-label={label} renderRoot={(props) => <Link to="/admin/settings" {...props} />}>
        {action}
      </Button>
    );
  }
  return (
    <Button variant="default" aria-label={label} onClick={() => onConnect(part)}>
      {action}
    </Button>
  );
}

/** People are nothing a request needs, but what it is for: the row is there until somebody else has an account. */
function PeopleRow() {
  const { t } = useI18n();
  const { data: people } = useQuery(userChoicesQuery);
  const isMissing = people !== undefined && people.length < 2;
  const isDone = people !== undefined && !isMissing;
  return (
    <li data-done={isDone}>
      {isDone ? <IconCircleCheck size={20} aria-hidden="true" /> : <IconCircleDashed size={20} aria-hidden="true" />}
      <span className={classes.text}>
        <strong>{t('checklist.people')}</strong>
        <span className="dim small">{people ? t(isMissing ? 'checklist.people.missing' : 'checklist.people.done') : '\u00a0'}</span>
      </span>
      {isMissing ? (
        <Button
          variant="default"
          aria-label={`${t('checklist.invite')}: ${t('checklist.people')}`}
          renderRoot={(props) => <Link to="/admin/users" {...props} />}
        >
          {t('checklist.invite')}
        </Button>
      ) : null}
    </li>
  );
}

/** The parts that are missing before a request can be fulfilled, until each is connected or somebody hides the list. */
export function SetupChecklist() {
  const { t } = useI18n();
  const { data: setup } = useQuery(setupQuery);
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
          return (
            <li key={part} data-done={!isMissing}>
              {isMissing ? <IconCircleDashed size={20} aria-hidden="true" /> : <IconCircleCheck size={20} aria-hidden="true" />}
              <span className={classes.text}>
                <strong>{t(`checklist.${part}`)}</strong>
                <span className="dim small">
                  {t(isMissing ? `checklist.${part}.missing` : part === 'library' ? 'checklist.chosen' : 'checklist.done')}
                </span>
              </span>
              {isMissing && setup.complete ? <Fix part={part} onConnect={setConnecting} /> : null}
            </li>
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
