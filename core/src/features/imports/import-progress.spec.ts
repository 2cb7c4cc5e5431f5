import { pino } from 'pino';
import { expect } from 'chai';
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
});
