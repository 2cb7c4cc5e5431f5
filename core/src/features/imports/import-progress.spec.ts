import { pino } from 'pino';
import { expect } from 'chai';
import type { JobProgress } from '../../platform/jobs/job-queue.js';
import type { RequestProgress } from '../lifecycle/request-record.js';
import { createImportProgress } from './import-progress.js';

describe('the progress of an import', () => {
  it('says which phase has begun, although it has just said something else', async () => {
    const saved: (string | undefined)[] = [];
    const save = async ({ phase }: RequestProgress): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      saved.push(phase);
    };
    const progress = createImportProgress({ progress: () => undefined, log: pino({ level: 'silent' }) }, save);
    progress.verifying(0.5);
    progress.verifying(0.6);
    progress.merging(0, undefined);
    await new Promise((resolve) => setTimeout(resolve, 40));
    await progress.close();
    expect(saved).to.deep.equal(['verifying', 'merging']);
  });

  it('does not say in the end that something is still being done', async () => {
    const told: JobProgress[] = [];
    const job = { progress: (now: JobProgress) => void told.push(now), log: pino({ level: 'silent' }) };
    const progress = createImportProgress(job, async () => undefined);
    progress.placing(3, 3);
    await progress.close();
    expect(told.at(-1)).to.deep.equal({ done: 100, total: 100 });
  });
});
