/** A JSON Schema with `x-ui` hints, from which a form is drawn. */
type Form = Readonly<Record<string, unknown>>;

/** Puts a text of a form into other words; `english` is the text that the form declares. */
type SayText = (key: string, english: string) => string;

const isForm = (value: unknown): value is Form => typeof value === 'object' && value !== null && !Array.isArray(value);

function said(form: Form, member: string, key: string, say: SayText): Form {
  const text = form[member];
  return typeof text === 'string' && text !== '' ? { [member]: say(key, text) } : {};
}

function choicesInWords(choices: unknown, value: 'const' | 'value', key: string, say: SayText): unknown {
  if (!Array.isArray(choices)) return choices;
  return choices.map((choice: unknown) =>
    isForm(choice) ? { ...choice, ...said(choice, 'title', `${key}.choice.${String(choice[value])}`, say) } : choice,
  );
}

function hintsInWords(hints: Form, key: string, say: SayText): Form {
  const { caution, options } = hints;
  return {
    ...hints,
    ...said(hints, 'numberTitle', `${key}.number`, say),
    ...said(hints, 'problem', `${key}.problem`, say),
    ...(isForm(caution) ? { caution: { ...caution, ...said(caution, 'text', `${key}.caution`, say) } } : {}),
    ...(options === undefined ? {} : { options: choicesInWords(options, 'value', key, say) }),
  };
}

function fieldsInWords(fields: Form, key: string, say: SayText): Form {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, isForm(field) ? formInWords(field, `${key}.${name}`, say) : field]),
  );
}

/**
 * A form with all of its texts said anew. The keys of a field are `<key>.title`, `.help`, `.number`, `.problem`, `.caution` and
 * `.choice.<value>`; its parts have `<key>.<name>`, or `<key>.item` in a list.
 */
export function formInWords(form: Form, key: string, say: SayText): Form {
  const { oneOf, properties, items, 'x-ui': hints } = form;
  return {
    ...form,
    ...said(form, 'title', `${key}.title`, say),
    ...said(form, 'description', `${key}.help`, say),
    ...(oneOf === undefined ? {} : { oneOf: choicesInWords(oneOf, 'const', key, say) }),
    ...(isForm(properties) ? { properties: fieldsInWords(properties, key, say) } : {}),
    ...(isForm(items) ? { items: formInWords(items, `${key}.item`, say) } : {}),
    ...(isForm(hints) ? { 'x-ui': hintsInWords(hints, key, say) } : {}),
  };
}
