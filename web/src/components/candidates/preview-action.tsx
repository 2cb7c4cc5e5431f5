import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { ebookQuery } from '../../api/queries/book-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';

const PreviewDialog = lazy(() => loadPart(import('./preview-dialog.js')).then((module) => ({ default: module.PreviewDialog })));

/** For people who may choose releases: what would be taken for a book, and why. */
export function PreviewAction({ book }: { book: AnnotatedBook }) {
  const { t } = useI18n();
  const { permissions } = useMe();
  const { data } = useQuery(ebookQuery(book.asin));
  const [isOpen, setOpen] = useState(false);
  if (!permissions.interactiveSearch) return null;
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        color="gray"
        leftSection={<IconListSearch size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('preview.button')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PreviewDialog
            book={book}
            types={data?.possible === true ? ['audiobook', 'ebook'] : ['audiobook']}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
