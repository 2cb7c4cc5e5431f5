import { expect } from 'chai';
import { createDetail, createFault, IntegrationError, remarkOf } from './index.js';

const english = { refused: '{name} refuses the key.', both: 'Half of it answers: {reason}' };
const fault = createFault(english);
const refused = { key: 'refused', values: { name: 'One' }, text: 'One refuses the key.' };

describe('remarkOf', () => {
  it('is the sentence of an error, with its English', () => {
    expect(remarkOf(fault('INTEGRATION_UNAUTHORIZED', 'refused', { values: { name: 'One' } }))).to.deep.equal(refused);
  });

  it('is the message of an error without a sentence, which no language changes', () => {
    expect(remarkOf(new IntegrationError('INTEGRATION_UNAVAILABLE', 'no route to host'))).to.equal('no route to host');
    expect(remarkOf(new Error('no route to host'))).to.equal('no route to host');
  });
});

describe('a remark within another', () => {
  it('is said by its sentence, and stands in the English as it is', () => {
    const detail = createDetail(english);

    expect(detail('both', { reason: refused })).to.deep.equal({
      key: 'both',
      values: { reason: { key: 'refused', values: { name: 'One' } } },
      text: 'Half of it answers: One refuses the key.',
    });
    expect(detail('both', { reason: 'no route' }).text).to.equal('Half of it answers: no route');
  });
});
