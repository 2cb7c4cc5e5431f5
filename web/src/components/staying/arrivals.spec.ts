import { expect } from 'chai';
import { arrive, isTooEarly } from './arrivals.js';

const HERE = { x: 10, y: 10 };
const place = (top: number, state = 'open') => ({ top, state, pointer: HERE });

describe('a press on a row', () => {
  const first = arrive('first', place(0), 1000);
  const moved = arrive(first, place(80), 1000);
  const changed = arrive(first, place(0, 'decided'), 1000);
  const added = arrive(undefined, place(0), 1000);

  it('counts on a row that was there from the beginning', () => {
    expect(isTooEarly(first, HERE, 1001)).to.equal(false);
    expect(isTooEarly(first, undefined, 1001)).to.equal(false);
  });

  it('was meant for what stood there before, on a row that has just moved under the pointer', () => {
    expect(isTooEarly(moved, HERE, 1400)).to.equal(true);
    expect(isTooEarly(moved, { x: 10, y: 60 }, 1400)).to.equal(false);
    expect(isTooEarly(moved, HERE, 1500)).to.equal(false);
  });

  it('counts by the keyboard on a row that has just moved, because the focus moves with it', () => {
    expect(isTooEarly(moved, undefined, 1001)).to.equal(false);
  });

  it('was meant for other buttons, by pointer or keyboard, on a row that has just got others', () => {
    expect(isTooEarly(changed, HERE, 1400)).to.equal(true);
    expect(isTooEarly(changed, undefined, 1400)).to.equal(true);
    expect(isTooEarly(changed, undefined, 1500)).to.equal(false);
  });

  it('was meant for nothing on a row that has just come under the pointer, but counts by the keyboard, whose focus somebody put there', () => {
    expect(isTooEarly(added, HERE, 1400)).to.equal(true);
    expect(isTooEarly(added, undefined, 1001)).to.equal(false);
  });

  it('counts on a row that moves after its buttons have been there for long', () => {
    const later = arrive(changed, place(80, 'decided'), 5000);

    expect(isTooEarly(later, undefined, 5001)).to.equal(false);
    expect(isTooEarly(later, HERE, 5001)).to.equal(true);
  });
});
