import { DefaultNamingStrategy } from 'typeorm';
import { snakeName } from './sql.js';

/** Members are camelCase in code and snake_case in the database. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return snakeName([...prefixes, customName ?? propertyName].join('_'));
  }
}
