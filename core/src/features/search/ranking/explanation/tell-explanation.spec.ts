import { expect } from 'chai';
import { inEnglish } from '../../../../platform/words/index.js';
import { wantedBook } from '../__fixtures__/adversaries.js';
import { explainName } from './explain-name.js';
import { tellExplanation } from './tell-explanation.js';

const DUNE = wantedBook({ title: 'Dune', authors: ['Frank Herbert'], narrators: ['Scott Brick'], series: 'Dune', seriesPart: '1' });
const tell = (name: string) => {
  const told = tellExplanation(explainName(name, DUNE));
  return told && inEnglish(told);
};

describe('the words about how a name was read', () => {
  it('say what each word is', () => {
    expect(tell('Frank Herbert - Dune (read by Simon Vance) [M4B]')).to.equal(
      'The name states title “Dune”, author “Frank Herbert”, other narrator “Simon Vance”, and details “M4B”.',
    );
  });

  it('say what nothing explains', () => {
    expect(tell('Frank Herbert - Dune (Messiah) [M4B]')).to.equal(
      'The name states title “Dune”, author “Frank Herbert”, and details “M4B”. Unexplained: “Messiah”.',
    );
  });

  it('are missing for the name of something else', () => {
    expect(tell('Andy Weir - The Martian')).to.equal(undefined);
  });

  it('stay short for any name', () => {
    const strange = Array.from({ length: 400 }, (_, at) => `[${'x'.repeat(80)}${at}]`).join(' ');

    expect(tell(`Frank Herbert - Dune ${strange}`)?.length).to.be.below(3000);
  });
});
