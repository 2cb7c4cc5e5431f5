import { expect } from 'chai';
import { formInWords } from './index.js';

describe('the words of a form', () => {
  it('are all said by a key, and nothing else changes', () => {
    const form = {
      type: 'object',
      title: 'Server',
      properties: {
        mode: { type: 'string', default: 'own', oneOf: [{ const: 'own', title: 'Own' }] },
        limit: {
          title: 'Limit',
          description: 'Per week.',
          'x-ui': { numberTitle: 'Books', caution: { above: 5, text: 'Many.' }, start: 5 },
        },
        rules: {
          items: {
            properties: { name: { title: 'Name', 'x-ui': { problem: 'No.', options: [{ value: 'a', title: 'A' }, { value: 'b' }] } } },
          },
        },
      },
      required: ['mode'],
    };

    expect(formInWords(form, 'k', (key, english) => `${key}=${english}`)).to.deep.equal({
      type: 'object',
      title: 'k.title=Server',
      properties: {
        mode: { type: 'string', default: 'own', oneOf: [{ const: 'own', title: 'k.mode.choice.own=Own' }] },
        limit: {
          title: 'k.limit.title=Limit',
          description: 'k.limit.help=Per week.',
          'x-ui': { numberTitle: 'k.limit.number=Books', caution: { above: 5, text: 'k.limit.caution=Many.' }, start: 5 },
        },
        rules: {
          items: {
            properties: {
              name: {
                title: 'k.rules.item.name.title=Name',
                'x-ui': {
                  problem: 'k.rules.item.name.problem=No.',
                  options: [{ value: 'a', title: 'k.rules.item.name.choice.a=A' }, { value: 'b' }],
                },
              },
            },
          },
        },
      },
      required: ['mode'],
    });
  });
});
