/** Stands alone: an installed plugin without dependencies. What the contract asks for is told by tags. */
let fetched = 0;

function fault(code, message, field) {
  return Object.assign(new Error(message), { code, ...(field ? { field } : {}), [Symbol.for('lectern.IntegrationError')]: true });
}

const definition = {
  create({ settings }) {
    return {
      provides: {
        notifier: {
          async send() {
            if (settings.text === 'refuse') throw fault('INTEGRATION_UNAUTHORIZED', 'The key is refused.', 'apiKey');
          },
        },
      },
      async check() {
        if (settings.apiKey === 'wrong-key') throw fault('INTEGRATION_UNAUTHORIZED', 'The service refuses this key.', 'apiKey');
        const rules = settings.rules?.map(({ name, weight }) => `${name} ${weight}`).join(', ') ?? '';
        const pair = settings.apiKey === 'key-on-screen' && settings.otherKey === 'key-that-is-stored';
        return { ok: true, version: '1.2.3', details: [`Text ${settings.text}; rules ${rules}.`, `The pair of keys ${pair ? 'fits' : 'does not fit'}.`] };
      },
      choices: {
        async things() {
          fetched += 1;
          if (settings.text === 'fail') throw fault('INTEGRATION_UNAVAILABLE', 'The list is out of reach.');
          if (settings.text === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500));
          return [
            { value: 'alpha', title: 'Alpha' },
            { value: 'beta', title: 'Beta' },
            { value: `n${fetched}`, title: `Fetched ${fetched}` },
          ];
        },
      },
    };
  },
};

export default Object.freeze({ ...definition, [Symbol.for('lectern.PluginDefinition')]: true });
