import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';

type Description = Pick<DataSource, 'entityMetadatas' | 'entityMetadatasMap'>;

/** What TypeORM made of a list of entities, by the kind of database. */
const descriptions = new WeakMap<readonly EntitySchema[], Map<DataSourceOptions['type'], Description>>();

/**
 * A data source that describes the entities to TypeORM only where no other of this process did. The description depends on nothing but the
 * list and the kind of database, and making it takes longer than opening a connection.
 */
export class DescribedSource extends DataSource {
  readonly #made: Map<DataSourceOptions['type'], Description>;

  constructor(options: DataSourceOptions, entities: readonly EntitySchema[]) {
    const made = descriptions.get(entities) ?? new Map<DataSourceOptions['type'], Description>();
    descriptions.set(entities, made);
    super({ ...options, entities: made.has(options.type) ? [] : [...entities] });
    this.#made = made;
  }

  protected override async buildMetadatas(): Promise<void> {
    const known = this.#made.get(this.options.type);
    // it lists the migrations, too
    await super.buildMetadatas();
    const { entityMetadatas, entityMetadatasMap } = this;
    if (known) Object.assign(this, known);
    else this.#made.set(this.options.type, { entityMetadatas, entityMetadatasMap });
  }
}
