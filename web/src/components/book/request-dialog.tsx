import { Button, Checkbox, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { userChoicesQuery } from '../../api/queries/admin-queries.js';
import { useCreateRequest, type NewRequest } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { AnnotatedBook, RequestType } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import { MergeSelect } from '../request/merge-select.js';
import { OwnerSelect } from './owner-select.js';
import { useAskingWords } from './use-asking-words.js';

export type Wanted = RequestType | 'both';

interface RequestDialogProps {
  book: AnnotatedBook;
  /** The types that can be requested now, at least one. */
  choices: readonly Wanted[];
  onClose: () => void;
}

const NOTE_LENGTH = 1000;

/** Requests a book with all there is to say: which of its types, whether any reading will do, whether its files become one, for whom, and a note. */
export function RequestDialog({ book, choices, onClose }: RequestDialogProps) {
  const { t } = useI18n();
  const me = useMe();
  const { data: people = [] } = useQuery({ ...userChoicesQuery, enabled: me.role === 'admin' });
  const create = useCreateRequest();
  const words = useAskingWords(book.title);
  const [wanted, setWanted] = useState<Wanted>(choices[0] ?? 'audiobook');
  const [note, setNote] = useState('');
  const [anyReading, setAnyReading] = useState(false);
  const [merge, setMerge] = useState<boolean | null>(null);
  const [owner, setOwner] = useState(me.id);
  const [busy, setBusy] = useState(false);
  const others = people.filter(({ id, state }) => id !== me.id && state === 'active');
  const other = others.find(({ id }) => id === owner);

  const ask = async (type: RequestType): Promise<boolean> => {
    const text = note.trim();
    const body: NewRequest = {
      asin: book.asin,
      region: book.region,
      type,
      // who fills in a form means it
      bypassIgnore: true,
      ...(text === '' ? {} : { note: text }),
      ...(type === 'audiobook' && anyReading ? { anyReading } : {}),
      ...(type === 'audiobook' && merge !== null ? { mergeChapters: merge } : {}),
      ...(other ? { forUserId: other.id } : {}),
    };
    try {
      const made = await create.mutateAsync(body);
      if (other) words.madeFor(type, other.displayName);
      else words.made(type, made);
      return true;
    } catch (error) {
      if (other) words.failedFor(error);
      else words.failed(type, error, body);
      return false;
    }
  };
  const send = async () => {
    setBusy(true);
    const types: readonly RequestType[] = wanted === 'both' ? ['audiobook', 'ebook'] : [wanted];
    let made = 0;
    for (const type of types) if (await ask(type)) made += 1;
    setBusy(false);
    if (made > 0) onClose();
  };

  return (
    <Dialog onClose={onClose} title={t('ask.title', { title: book.title })} above>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="md">
          <Radio.Group label={t('ask.what')} value={wanted} onChange={(value) => setWanted(value)}>
            <Stack gap="xs" mt={6}>
              {choices.map((choice) => (
                <Radio key={choice} value={choice} label={t(`ask.what.${choice}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {wanted === 'ebook' ? null : (
            <>
              <Checkbox
                label={t('ask.anyReading')}
                description={t('ask.anyReading.help')}
                checked={anyReading}
                onChange={(event) => setAnyReading(event.currentTarget.checked)}
              />
              <MergeSelect value={merge} onChange={setMerge} />
            </>
          )}
          {others.length > 0 ? <OwnerSelect me={me.id} others={others} owner={owner} onChange={setOwner} /> : null}
          <Textarea
            label={t('ask.note')}
            description={t('ask.note.help')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={NOTE_LENGTH}
            autosize
            minRows={2}
            maxRows={6}
          />
          {book.ignored ? <p className="dim small">{t('ignore.ask.body')}</p> : null}
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ActionButton type="submit" loading={busy}>
            {t('ask.send')}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  );
}
