import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { useEdited } from '../../components/controls/use-edited.js';
import { useSetSearchTerms } from '../../api/queries/request-queries.js';
import { lookOf } from '../../api/request-status.js';
import type { RequestDetail } from '../../api/types.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './search-terms.module.css';

const LONGEST = 300;

function Editor({ request, onDone }: { request: RequestDetail; onDone: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const set = useSetSearchTerms(request.id);
  const [text, setText] = useEdited(request.customSearchTerms ?? '');
  const terms = text.trim() === '' ? null : text.trim();
  const isTooLong = (terms ?? '').length > LONGEST;
  const canSearch = lookOf(request.status).newTerms === 'now';
  const save = (searchNow: boolean) =>
    set.mutate(
      { terms, searchNow },
      {
        onSuccess: () => {
          toast.done(t(searchNow ? 'terms.searching' : 'terms.saved'));
          onDone();
        },
        onError: (error) => toast.problem(errorText(error)),
      },
    );
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooLong) save(canSearch);
      }}
    >
      <TextInput
        label={t('terms.label')}
        description={t('terms.help')}
        placeholder={`${request.book.title} ${request.book.authors[0]?.name ?? ''}`.trim()}
        value={text}
        error={isTooLong ? t('terms.tooLong', { limit: LONGEST }) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
        autoFocus
      />
      <Group gap="sm">
        {canSearch ? (
          <ActionButton type="submit" loading={set.isPending && set.variables.searchNow} disabled={isTooLong}>
            {t('terms.saveAndSearch')}
          </ActionButton>
        ) : null}
        <ActionButton
          type={canSearch ? 'button' : 'submit'}
          variant={canSearch ? 'default' : 'filled'}
          loading={set.isPending && !set.variables.searchNow}
          disabled={isTooLong}
          {...(canSearch ? { onClick: () => save(false) } : {})}
        >
          {t('terms.save')}
        </ActionButton>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  );
}

/** The search terms, and a way for admins to replace title and author. */
export function SearchTerms({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const [isEditing, setEditing] = useState(false);
  if (lookOf(request.status).newTerms === 'late') return null;
  const { customSearchTerms: terms } = request;
  return (
    <Section title={t('terms.title')}>
      {isEditing ? (
        <Editor request={request} onDone={() => setEditing(false)} />
      ) : (
        <div className={classes.present}>
          <p>{terms === undefined ? t('terms.usual') : t('terms.own', { terms })}</p>
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('terms.edit')}
          </Button>
        </div>
      )}
    </Section>
  );
}
