import { useQuery } from '@tanstack/react-query';
import { requestQuery } from '../../api/queries/request-queries.js';
import { ReasonPanel } from '../request/reason-panel.js';
import { StageRail } from '../request/stage-rail.js';
import { LoadingBlock } from '../feedback/loading-block.js';

/** Where the request of a book stands, and why. Nothing if it cannot be read; the status beside the main action stays. */
export function RequestState({ requestId }: { requestId: string }) {
  const { data: request, isPending } = useQuery(requestQuery(requestId));
  if (isPending) return <LoadingBlock height={132} radius="md" />;
  if (!request) return null;
  return (
    <div>
      <StageRail request={request} />
      <ReasonPanel request={request} />
    </div>
  );
}
