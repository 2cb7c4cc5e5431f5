import { expect } from 'chai';
import { createDetail, createFault } from './index.js';

const english = {
  paused: 'It is paused.',
  goes_to: 'Books go to {folder}, where {space} are free.',
  lost: 'Not found: {libraries}.',
  ends: 'It ends on {day}.',
  half: 'Half of it answers: {reason}',
};
const detail = createDetail(english);

describe('createDetail', () => {
  it('makes a detail with the English text, and its key for other languages', () => {
    expect(detail('paused')).to.deep.equal({ key: 'paused', text: 'It is paused.' });
  });

  it('writes quantities and lists in English, and hands them on as they are', () => {
    const space = { folder: '/books', space: { bytes: 70_812_345_678 } };

    expect(detail('goes_to', space)).to.deep.equal({ key: 'goes_to', values: space, text: 'Books go to /books, where 70.8 GB are free.' });
    expect(detail('goes_to', { folder: '/', space: { bytes: 999 } }).text).to.include('999 byte');
    expect(detail('lost', { libraries: ['a', 'b', 'c'] }).text).to.equal('Not found: a, b, and c.');
    expect(detail('ends', { day: { at: '2027-01-15' } })).to.deep.include({
      values: { day: { at: '2027-01-15' } },
      text: 'It ends on 2027-01-15.',
    });
  });

  it('says an error within a detail by its sentence', () => {
    const reason = createFault(english)('INTEGRATION_UNAVAILABLE', 'paused');

    expect(detail('half', { reason })).to.deep.equal({
      key: 'half',
      values: { reason: { key: 'paused' } },
      text: 'Half of it answers: It is paused.',
    });
  });
});
