import { ANSWER_SHAPES, type AnswerShapeName } from '@lectern/plugin-api';
import { Ajv, type ValidateFunction } from 'ajv';

const compiled = new Map<string, ValidateFunction>();
const ajv = new Ajv({ allErrors: true, strict: false, discriminator: true });
ajv.addKeyword({ keyword: 'isBytes', validate: (_: unknown, value: unknown) => value instanceof Uint8Array && value.length > 0 });

/** @throws Error naming every member that violates the contract, including additional ones, which the host would drop */
export function assertShape(name: AnswerShapeName, value: unknown): void {
  const validate = compiled.get(name) ?? ajv.compile(ANSWER_SHAPES[name]);
  compiled.set(name, validate);
  if (validate(value)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const surplus = (params as { additionalProperty?: string }).additionalProperty;
    return `${instancePath || 'the answer'} ${message ?? 'is not right'}${surplus === undefined ? '' : ` (${surplus})`}`;
  });
  throw new Error(`${name} is not as the contract says: ${faults.slice(0, 8).join('; ')}`);
}
