import { expect } from 'chai';
import { within } from './within.js';

describe('work within a time', () => {
  it('may share its signal with any number of others', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    const { signal } = new AbortController();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));

    const works = Array.from({ length: 20 }, () => within(60_000, [signal], () => finished));
    // warnings are told in the next turn
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    await Promise.all(works);
    process.off('warning', note);

    expect(warnings).to.deep.equal([]);
  });
});
