import type { SetupStatus } from '../../api/types.js';

export type SetupStep = 'admin' | 'library' | 'integrations';

/** The first unfinished step. A step just passed here counts, so that its result stays readable until "Continue". */
export function setupStepOf(setup: SetupStatus, passed: ReadonlySet<SetupStep>): SetupStep {
  if (!setup.steps.admin && !passed.has('admin')) return 'admin';
  if (!setup.steps.library && !passed.has('library')) return 'library';
  return 'integrations';
}
