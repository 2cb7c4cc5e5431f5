import { expect } from 'chai';
import { createTestDatabase } from './test-databases.js';

describe('closing the database', () => {
  it('succeeds while statements are still arriving, and those fail', async () => {
    const test = await createTestDatabase('sqlite');
    let isOver = false;
    let number = 0;
    const asking = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        number += 1;
        try {
          await test.database.read.all(`SELECT ${number % 50} AS n`);
        } catch (error) {
          return error as Error;
        }
      }
      return undefined;
    });

    await new Promise((resolve) => setTimeout(resolve, 20));
    await test.dispose();
    const failures = await Promise.race([Promise.all(asking), new Promise((resolve) => setTimeout(resolve, 2_000, 'still asking'))]);
    isOver = true;

    expect(failures).to.have.length(8);
    for (const failure of failures as Error[]) expect(failure).to.be.instanceOf(Error);
  });
});
