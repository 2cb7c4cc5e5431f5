import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { Candidate } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import classes from './candidates.module.css';

/** A condition of a candidate, whether it passed, and how the name was read. */
export function GateLine({ gate }: { gate: Candidate['gates'][number] }) {
  const { t } = useI18n();
  const state = !gate.passed ? 'failed' : gate.doubtful ? 'doubtful' : 'passed';
  const GateIcon = { failed: IconX, doubtful: IconAlertTriangle, passed: IconCheck }[state];
  const words = { failed: 'ranking.gateFailed', doubtful: 'ranking.gateDoubtful', passed: 'ranking.gatePassed' } as const;
  return (
    <li data-state={state}>
      <GateIcon size={16} aria-hidden="true" />
      <span>
        <span className="visually-hidden">{labelled(t(words[state]), '')}</span>
        {gate.reason}
        {gate.evidence ? <span className={classes.evidence}>{gate.evidence}</span> : null}
      </span>
    </li>
  );
}
