import type { SetupStatus } from '../../api/types.js';

export type SetupStep = 'admin' | 'library' | 'integrations';

/** The first step that is not done. What was just passed here counts, so that a result stays readable until "continue". */
export function setupStepOf(setup: SetupStatus, passed: ReadonlySet<SetupStep>): SetupStep {
  if (!setup.steps.admin && !passed.has('admin')) return 'admin';
  if (!setup.steps.library && !passed.has('library')) return 'library';
  return 'integrations';
}
