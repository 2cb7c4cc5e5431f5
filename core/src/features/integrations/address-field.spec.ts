import { expect } from 'chai';
import { IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import { createSettingsSchema, PluginFault } from '../../plugin-host/index.js';
import { addressField } from './address-field.js';

const text = { type: 'string' };
const schema = createSettingsSchema({
  type: 'object',
  additionalProperties: false,
  required: ['baseUrl', 'library'],
  properties: { baseUrl: text, library: text, coverUrl: text },
});
const settings = { baseUrl: 'http://shelf:13378', library: 'main', coverUrl: 'https://covers.example' };

const fault = (code: IntegrationErrorCode) => new IntegrationError(code, 'It failed.');

describe('the field to blame for a fault of an address', () => {
  it('is the required setting with a web address', () => {
    expect(addressField(fault('INTEGRATION_UNAVAILABLE'), schema, settings)).to.equal('baseUrl');
    expect(addressField(fault('INTEGRATION_BAD_RESPONSE'), schema, settings)).to.equal('baseUrl');
  });

  it('is not guessed from several addresses, or without one', () => {
    expect(addressField(fault('INTEGRATION_UNAVAILABLE'), schema, { ...settings, library: 'http://other' })).to.equal(undefined);
    expect(addressField(fault('INTEGRATION_UNAVAILABLE'), schema, { baseUrl: 'shelf', library: 'main' })).to.equal(undefined);
    expect(addressField(fault('INTEGRATION_UNAVAILABLE'), undefined, settings)).to.equal(undefined);
  });

  it('is none for faults that an address does not explain', () => {
    expect(addressField(fault('INTEGRATION_UNAUTHORIZED'), schema, settings)).to.equal(undefined);
    expect(addressField(fault('INTEGRATION_RATE_LIMITED'), schema, settings)).to.equal(undefined);
  });

  it('is none for a defect of the plugin', () => {
    const defect = new PluginFault('INTEGRATION_BAD_RESPONSE', 'The plugin has a defect.');

    expect(addressField(defect, schema, settings)).to.equal(undefined);
  });
});
