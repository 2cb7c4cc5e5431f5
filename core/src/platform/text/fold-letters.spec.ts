import { expect } from 'chai';
import { foldLetters } from './fold-letters.js';

describe('foldLetters', () => {
  it('takes marks off Latin letters, and spells out those that hold one', () => {
    expect(foldLetters('Ærø, Łódź, Straße, Þór, García Márquez')).to.equal('aero, lodz, strasse, thor, garcia marquez');
  });

  it('leaves the marks of other scripts', () => {
    expect(foldLetters('ガンダム')).to.equal('ガンダム');
  });
});
