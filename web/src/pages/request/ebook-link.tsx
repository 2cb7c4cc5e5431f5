import { Button } from '@mantine/core';
import { IconBook2, IconHeadphones } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ActionButton } from '../../components/controls/action-button.js';
import { ebookQuery } from '../../api/queries/book-queries.js';
import { isDropped } from '../../api/request-status.js';
import type { RequestDetail } from '../../api/types.js';
import { EbookInLibrary } from '../../components/book/ebook-in-library.js';
import { useAct } from '../../components/request/use-act.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** Links an audiobook's request with its ebook's, or requests the ebook. */
export function EbookLink({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const { busy, act } = useAct();
  const mayFetch = request.actions.includes('fetch_ebook');
  const { data } = useQuery({ ...ebookQuery(request.book.asin), enabled: mayFetch });
  const { ebookRequest, parentRequestId } = request;
  const over = ebookRequest && isDropped(ebookRequest.status);
  const other = request.type === 'ebook' ? parentRequestId : over ? undefined : ebookRequest?.id;
  if (other) {
    const isEbook = request.type === 'ebook';
    return (
      <Button
        variant="default"
        leftSection={isEbook ? <IconHeadphones size={18} /> : <IconBook2 size={18} />}
        renderRoot={(props) => <Link to="/requests/$requestId" params={{ requestId: other }} {...props} />}
      >
        {t(isEbook ? 'ebook.parent' : 'ebook.view')}
      </Button>
    );
  }
  if (mayFetch && data?.inLibrary && !data.request) return <EbookInLibrary />;
  if (!mayFetch || !data?.possible || data.request?.status === 'downloaded') return null;
  return (
    <ActionButton
      variant="default"
      leftSection={<IconBook2 size={18} />}
      loading={busy !== null}
      onClick={() => act(request.id, { action: 'fetch_ebook' })}
    >
      {t('request.action.fetch_ebook')}
    </ActionButton>
  );
}
