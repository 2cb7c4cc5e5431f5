import { useState, type ReactNode } from 'react';
import type { Candidate, RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { withStop } from '../../i18n/join-names.js';
import { ConfirmDialog } from '../feedback/confirm-dialog.js';
import { useAct } from './use-act.js';

interface ChooseRelease {
  readonly busy: boolean;
  /** Takes a release; asks first where it failed a condition. */
  readonly choose: (candidate: Candidate) => void;
  /** The question, to be drawn where it belongs. */
  readonly question: ReactNode;
}

/** Choosing a release for a request. */
export function useChooseRelease(
  request: Pick<RequestSummary, 'id'>,
  { above = false, onDone }: { above?: boolean; onDone?: () => void } = {},
): ChooseRelease {
  const { t } = useI18n();
  const { busy, act } = useAct();
  const [overriding, setOverriding] = useState<Candidate | null>(null);
  const take = (candidate: Candidate, overrideGates: boolean) =>
    act(request.id, { action: 'select', candidateId: candidate.id, ...(overrideGates ? { overrideGates } : {}) }, onDone);
  return {
    busy: busy !== null,
    choose: (candidate) => (candidate.passed ? take(candidate, false) : setOverriding(candidate)),
    question: overriding ? (
      <ConfirmDialog
        title={t('ranking.override.title')}
        confirm={t('ranking.selectAnyway')}
        above={above}
        onClose={() => setOverriding(null)}
        onConfirm={() => {
          take(overriding, true);
          setOverriding(null);
        }}
      >
        {t('ranking.override.body', {
          reasons: overriding.gates
            .filter((gate) => !gate.passed)
            .map((gate) => withStop(gate.reason))
            .join(' '),
        })}
      </ConfirmDialog>
    ) : null,
  };
}
