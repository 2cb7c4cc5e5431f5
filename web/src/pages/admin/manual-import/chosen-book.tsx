import { Radio, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userChoicesQuery } from '../../../api/queries/admin-queries.js';
import { requestQuery } from '../../../api/queries/request-queries.js';
import { useMe } from '../../../api/queries/session-queries.js';
import type { AnnotatedBook, RequestType } from '../../../api/types.js';
import { BookLine } from '../../../components/book/book-line.js';
import { BookPicker } from '../../../components/book/book-picker.js';
import { OwnerSelect } from '../../../components/book/owner-select.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './manual-import.module.css';

/** The book of a request, which the files are for. */
export function RequestedBook({ requestId }: { requestId: string }) {
  const { t } = useI18n();
  const { data: request, error, refetch } = useQuery(requestQuery(requestId));
  if (!request) return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : <LoadingBlock height={72} />;
  return (
    <div className={classes.book}>
      <BookLine book={request.book} note={t('manual.book.request', { name: request.user.displayName })} />
    </div>
  );
}

export interface BookChoice {
  readonly book: AnnotatedBook | null;
  readonly type: RequestType;
  readonly owner: string;
}

/** A book of the catalogue, its type, and whose request it becomes. */
export function ChooseBook({ choice, onChange }: { choice: BookChoice; onChange: (choice: BookChoice) => void }) {
  const { t } = useI18n();
  const me = useMe();
  const { data: people = [] } = useQuery(userChoicesQuery);
  const [isPicking, setPicking] = useState(false);
  const { book, type, owner } = choice;
  const others = people.filter(({ id, state }) => id !== me.id && state === 'active');
  return (
    <div className={classes.fields}>
      <div className={classes.book}>
        {book ? <BookLine book={book} /> : <p className="dim">{t('manual.book.none')}</p>}
        <ActionButton variant="default" onClick={() => setPicking(true)}>
          {t(book ? 'manual.book.other' : 'manual.book.choose')}
        </ActionButton>
      </div>
      <Radio.Group
        label={t('manual.type')}
        value={type}
        onChange={(value) => onChange({ ...choice, type: value === 'ebook' ? 'ebook' : 'audiobook' })}
      >
        <Group gap="lg" mt={6}>
          <Radio value="audiobook" label={t('manual.type.audiobook')} />
          <Radio value="ebook" label={t('manual.type.ebook')} />
        </Group>
      </Radio.Group>
      {others.length > 0 ? (
        <OwnerSelect me={me.id} others={others} owner={owner} onChange={(id) => onChange({ ...choice, owner: id })} />
      ) : null}
      {isPicking ? (
        <BookPicker
          title={t('manual.book.pick')}
          search={book?.title ?? ''}
          choose={t('manual.book.this')}
          busy={false}
          onChoose={(chosen) => {
            onChange({ ...choice, book: chosen });
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  );
}
