import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';

type Place = NonNullable<NonNullable<RequestSummary['reason']>['settledIn']>;

interface SettleLinkProps {
  request: RequestSummary;
  place: Place;
  onFollow?: () => void;
}

/** The way to where an admin settles what a request waits for. */
export function SettleLink({ request, place, onFollow }: SettleLinkProps) {
  const { t } = useI18n();
  const label = t(`request.settle.${place}`);
  const about = { 'aria-label': labelled(label, request.book.title), onClick: onFollow };
  return (
    <Button
      variant="light"
      renderRoot={(props) =>
        place === 'integrations' || place === 'settings' ? (
          <Link to={place === 'integrations' ? '/admin/integrations' : '/admin/settings'} {...props} {...about} />
        ) : (
          <Link to="/requests/$requestId" params={{ requestId: request.id }} {...props} {...about} />
        )
      }
    >
      {label}
    </Button>
  );
}
