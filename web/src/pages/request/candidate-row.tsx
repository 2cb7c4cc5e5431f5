import { Button } from '@mantine/core';
import { IconBan, IconCheck, IconChevronDown, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Candidate } from '../../api/types.js';
import { Chip } from '../../components/status/chip.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './ranking.module.css';

interface CandidateRowProps {
  candidate: Candidate;
  startOpen: boolean;
  onSelect: (() => void) | undefined;
  busy: boolean;
}

function Verdict({ candidate }: { candidate: Candidate }) {
  const { t } = useI18n();
  if (candidate.picked) {
    return (
      <Chip tone="moving" icon={IconCircleCheck}>
        {t('ranking.picked')}
      </Chip>
    );
  }
  if (candidate.state !== 'candidate') {
    return (
      <Chip tone={candidate.state === 'grabbed' ? 'good' : 'bad'} icon={candidate.state === 'grabbed' ? IconCheck : IconBan}>
        {t(`ranking.state.${candidate.state}`)}
      </Chip>
    );
  }
  return (
    <Chip tone={candidate.passed ? 'good' : 'closed'} icon={candidate.passed ? IconCheck : IconX}>
      {t(candidate.passed ? 'ranking.passed' : 'ranking.rejected')}
    </Chip>
  );
}

/** One line per candidate; its conditions and score parts unfold below. */
export function CandidateRow({ candidate, startOpen, onSelect, busy }: CandidateRowProps) {
  const { t, bytes, relative, number } = useI18n();
  const [open, setOpen] = useState(startOpen);
  const id = useId();
  const facts = [
    candidate.indexer,
    candidate.size ? bytes(candidate.size) : '',
    candidate.seeders === undefined ? '' : t('ranking.seeders', { count: candidate.seeders }),
    candidate.publishedAt ? relative(candidate.publishedAt) : '',
    ...candidate.flags,
  ].filter(Boolean);
  const firstFailure = candidate.gates.find((gate) => !gate.passed);

  return (
    <li className={classes.candidate} data-picked={candidate.picked}>
      <button type="button" className={classes.summary} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className={classes.score} aria-label={`${t('ranking.score')} ${number(candidate.score)}`}>
          {number(candidate.score, 0)}
        </span>
        <span className={classes.release}>
          <span className={classes.releaseTitle}>{candidate.title}</span>
          <span className="dim small">{facts.join(' · ')}</span>
          {firstFailure && !open ? <span className={classes.failure}>{firstFailure.reason}</span> : null}
        </span>
        <span className={classes.verdict}>
          <Verdict candidate={candidate} />
        </span>
        <IconChevronDown size={18} className={classes.chevron ?? ''} data-open={open} aria-hidden="true" />
      </button>
      {open ? (
        <div id={id} className={classes.explanation}>
          <div>
            <h3>{t('ranking.gates')}</h3>
            <ul className={classes.gates}>
              {candidate.gates.map((gate) => (
                <li key={gate.name} data-passed={gate.passed}>
                  {gate.passed ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
                  <span>
                    <span className="visually-hidden">{t(gate.passed ? 'ranking.gatePassed' : 'ranking.gateFailed')}: </span>
                    {gate.reason}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>{t('ranking.parts')}</h3>
            <ul className={classes.parts}>
              {candidate.parts.map((part) => (
                <li key={part.name}>
                  <span className={classes.partName}>{part.reason}</span>
                  <span className={classes.partPoints}>
                    {t('ranking.ofPoints', { points: number(part.points), max: number(part.max) })}
                  </span>
                  <span className={classes.bar} aria-hidden="true">
                    <span style={{ inlineSize: `${part.max > 0 ? Math.max(0, Math.min(100, (part.points / part.max) * 100)) : 0}%` }} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
          {onSelect ? (
            <Button variant={candidate.passed ? 'light' : 'default'} onClick={onSelect} loading={busy}>
              {t(candidate.passed ? 'ranking.select' : 'ranking.selectAnyway')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
