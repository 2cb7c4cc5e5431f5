import { DefaultNamingStrategy } from 'typeorm';
import { snakeName } from './sql.js';

/** Maps members in camelCase to columns in snake_case. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return snakeName([...prefixes, customName ?? propertyName].join('_'));
  }
}
