import {
  IconAlertTriangle,
  IconBan,
  IconBooks,
  IconCalendarTime,
  IconCircleX,
  IconClockPause,
  IconDownload,
  IconFileImport,
  IconHandStop,
  IconHourglass,
  IconSearch,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { RequestStatus } from '../../api/types.js';

export const STATUS_ICONS: Record<RequestStatus, Icon> = {
  awaiting_approval: IconHandStop,
  denied: IconBan,
  pending: IconSend,
  awaiting_release: IconCalendarTime,
  searching: IconSearch,
  awaiting_search: IconHourglass,
  downloading: IconDownload,
  processing: IconFileImport,
  awaiting_import: IconClockPause,
  warn: IconAlertTriangle,
  downloaded: IconFileImport,
  available: IconBooks,
  failed: IconCircleX,
  cancelled: IconX,
};
