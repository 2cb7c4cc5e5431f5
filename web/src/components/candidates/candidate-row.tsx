import { IconAlertTriangle, IconBan, IconCheck, IconChevronDown, IconCircleCheck, IconHandFinger, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import type { Candidate } from '../../api/types.js';
import { Chip } from '../status/chip.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts } from '../../i18n/join-names.js';
import classes from './candidates.module.css';
import { GateLine } from './gate-line.js';

interface CandidateRowProps {
  candidate: Candidate;
  startOpen: boolean;
  onSelect: (() => void) | undefined;
  busy: boolean;
  /** What being picked means. Default: that it was chosen. */
  picked?: 'ranking.picked' | 'preview.picked';
}

function Verdict({ candidate, picked }: { candidate: Candidate; picked: NonNullable<CandidateRowProps['picked']> }) {
  const { t } = useI18n();
  if (candidate.picked) {
    return (
      <Chip tone="moving" icon={IconCircleCheck}>
        {t(picked)}
      </Chip>
    );
  }
  // what was grabbed is picked
  if (candidate.state === 'failed' || candidate.state === 'blocklisted') {
    return (
      <Chip tone="bad" icon={IconBan}>
        {t(`ranking.state.${candidate.state}`)}
      </Chip>
    );
  }
  if (candidate.passed && candidate.gates.some(({ doubtful }) => doubtful)) {
    return (
      <Chip tone="person" icon={IconHandFinger}>
        {t('ranking.byHand')}
      </Chip>
    );
  }
  return (
    <Chip tone={candidate.passed ? 'good' : 'closed'} icon={candidate.passed ? IconCheck : IconX}>
      {t(candidate.passed ? 'ranking.passed' : 'ranking.rejected')}
    </Chip>
  );
}

type Gate = Candidate['gates'][number];

const LABELS = {
  narrator_differs: 'ranking.label.narrator',
  other_edition: 'ranking.label.edition',
} as const;

/** The labels of a candidate that another recording of the book may be. */
function Labels({ gates }: { gates: readonly Gate[] }) {
  const { t } = useI18n();
  const doubtful = gates.filter((gate) => gate.doubtful);
  const labels = Object.entries(LABELS).filter(([name]) => doubtful.some((gate) => gate.name === name));
  if (labels.length === 0) return null;
  return (
    <span className={classes.labels}>
      {labels.map(([name, label]) => (
        <Chip key={name} tone="person" icon={IconAlertTriangle}>
          {t(label)}
        </Chip>
      ))}
    </span>
  );
}

/** One line per candidate; its conditions and score parts unfold below. */
export function CandidateRow({ candidate, startOpen, onSelect, busy, picked = 'ranking.picked' }: CandidateRowProps) {
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
  const against = candidate.gates.find((gate) => !gate.passed) ?? candidate.gates.find((gate) => gate.doubtful);

  return (
    <li className={classes.candidate} data-picked={candidate.picked}>
      <button type="button" className={classes.summary} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className={classes.score} aria-label={`${t('ranking.score')} ${number(candidate.score)}`}>
          {number(candidate.score, 0)}
        </span>
        <span className={classes.release}>
          <span className={classes.releaseTitle}>
            <bdi>{candidate.title}</bdi>
          </span>
          <span className="dim small">{joinFacts(facts)}</span>
          {against && !open ? (
            <span className={classes.against} data-passed={against.passed}>
              {against.reason}
            </span>
          ) : null}
          <Labels gates={candidate.gates} />
        </span>
        <span className={classes.verdict}>
          <Verdict candidate={candidate} picked={picked} />
        </span>
        <IconChevronDown size={18} className={classes.chevron ?? ''} data-open={open} aria-hidden="true" />
      </button>
      {open ? (
        <div id={id} className={classes.explanation}>
          <div>
            <h3>{t('ranking.gates')}</h3>
            <ul className={classes.gates}>
              {candidate.gates.map((gate) => (
                <GateLine key={gate.name} gate={gate} />
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
                    {part.points < 0 ? number(part.points) : t('ranking.ofPoints', { points: number(part.points), max: number(part.max) })}
                  </span>
                  <span className={classes.bar} aria-hidden="true">
                    <span style={{ inlineSize: `${part.max > 0 ? Math.max(0, Math.min(100, (part.points / part.max) * 100)) : 0}%` }} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
          {onSelect ? (
            <ActionButton variant={candidate.passed ? 'light' : 'default'} onClick={onSelect} loading={busy}>
              {t(candidate.passed ? 'ranking.select' : 'ranking.selectAnyway')}
            </ActionButton>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
