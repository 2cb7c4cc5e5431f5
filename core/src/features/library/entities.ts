import { EntitySchema } from 'typeorm';

const libraryItem = new EntitySchema({
  name: 'LibraryItem',
  tableName: 'library_items',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    integrationId: { type: 'varchar', length: 36 },
    libraryId: { type: 'varchar', length: 200 },
    itemId: { type: 'varchar', length: 200 },
    title: { type: 'text' },
    subtitle: { type: 'text', nullable: true },
    authors: { type: 'text' },
    narrators: { type: 'text' },
    asin: { type: 'varchar', length: 20, nullable: true },
    isbn: { type: 'varchar', length: 20, nullable: true },
    durationSeconds: { type: 'double precision', nullable: true },
    path: { type: 'text', nullable: true },
    fileHash: { type: 'varchar', length: 100, nullable: true },
    matchedAsin: { type: 'varchar', length: 10, nullable: true },
    matchedBy: { type: 'varchar', length: 10, nullable: true },
    hasCover: { type: 'boolean' },
    addedAt: { type: 'varchar', length: 24 },
    updatedAt: { type: 'varchar', length: 24 },
    seenScan: { type: 'varchar', length: 36 },
    missingScans: { type: 'integer', default: 0 },
  },
});

export const libraryEntities = [libraryItem];
