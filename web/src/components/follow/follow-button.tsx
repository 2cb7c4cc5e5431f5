import './use-follow-messages.js';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBell, IconBellCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { followedQuery, type FollowKind } from '../../api/queries/follow-queries.js';
import { loadPart } from '../../api/load-part.js';
import { useI18n } from '../../i18n/i18n-context.js';

const FollowDialog = lazy(() => loadPart(import('./follow-dialog.js')).then((module) => ({ default: module.FollowDialog })));

interface FollowButtonProps {
  kind: FollowKind;
  catalogId: string;
  name: string;
}

/** Follows a series or an author, or changes how the caller follows it. */
export function FollowButton({ kind, catalogId, name }: FollowButtonProps) {
  const { t } = useI18n();
  const { data: followed } = useQuery(followedQuery({ kind, catalogId }));
  const [isOpen, setOpen] = useState(false);
  if (followed === undefined) return null;
  const Icon = followed ? IconBellCheck : IconBell;
  return (
    <>
      <Button
        variant={followed ? 'light' : 'default'}
        leftSection={<Icon size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        aria-label={t(followed ? 'follow.of' : 'follow.title', { name })}
      >
        {t(followed ? 'follow.following' : 'follow.follow')}
      </Button>
      {isOpen ? (
        <Suspense>
          <FollowDialog target={{ kind, catalogId, name }} followed={followed} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
