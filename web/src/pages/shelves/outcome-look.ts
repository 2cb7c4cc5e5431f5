import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconEyeOff,
  IconHistory,
  IconQuestionMark,
  IconSearch,
  IconSend,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { Tone } from '../../api/request-status.js';
import type { ShelfOutcome } from '../../api/types.js';

/** Icon and tone of a book's outcome. */
export const OUTCOME_LOOK: Readonly<Record<ShelfOutcome, { icon: Icon; tone: Tone }>> = {
  requested: { icon: IconSend, tone: 'asked' },
  joined: { icon: IconUsers, tone: 'asked' },
  available: { icon: IconCheck, tone: 'good' },
  asked_before: { icon: IconHistory, tone: 'closed' },
  waiting: { icon: IconClock, tone: 'moving' },
  found: { icon: IconSearch, tone: 'good' },
  not_matched: { icon: IconQuestionMark, tone: 'person' },
  ambiguous: { icon: IconAlertTriangle, tone: 'person' },
  ignored: { icon: IconEyeOff, tone: 'closed' },
  left_out: { icon: IconEyeOff, tone: 'closed' },
  refused: { icon: IconBan, tone: 'bad' },
  removed: { icon: IconTrash, tone: 'closed' },
};
