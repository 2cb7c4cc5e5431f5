import { expect } from 'chai';
import { EntitySchema } from 'typeorm';
import { DescribedSource } from './described-source.js';

interface Row {
  readonly id: string;
}

const listOf = (tableName: string) => [
  new EntitySchema<Row>({ name: tableName, tableName, columns: { id: { type: 'text', primary: true } } }),
];

describe('the description of tables', () => {
  async function open(entities: readonly EntitySchema[]): Promise<DescribedSource> {
    const source = new DescribedSource({ type: 'sqlite', database: ':memory:', synchronize: true }, entities);
    return source.initialize();
  }

  it('is made once for all connections to a kind of database', async () => {
    const list = listOf('things');
    const [first, second] = [await open(list), await open(list)];
    await second.synchronize();
    await second.getRepository('things').insert({ id: 'a' });
    const seen = [await first.getRepository('things').find(), await second.getRepository('things').find()];
    await Promise.all([first.destroy(), second.destroy()]);

    expect(second.entityMetadatas).to.equal(first.entityMetadatas);
    expect(seen).to.deep.equal([[], [{ id: 'a' }]]);
  });

  it('is not that of another list', async () => {
    const [first, second] = [await open(listOf('things')), await open(listOf('others'))];
    await Promise.all([first.destroy(), second.destroy()]);

    expect(second.entityMetadatas.map(({ tableName }) => tableName)).to.deep.equal(['others']);
  });
});
