import { Initial1763700000000 } from './1763700000000-initial.js';
import { Plugins1763760000000 } from './1763760000000-plugins.js';
import { Shelves1763800000000 } from './1763800000000-shelves.js';
import { DirectDownloads1763810000000 } from './1763810000000-direct-downloads.js';
import { LoginTokens1763820000000 } from './1763820000000-login-tokens.js';
import { UserEmail1763830000000 } from './1763830000000-user-email.js';
import { IdentityNames1763840000000 } from './1763840000000-identity-names.js';
import { DownloadTokens1763850000000 } from './1763850000000-download-tokens.js';
import { RateLimits1763870000000 } from './1763870000000-rate-limits.js';
import { ConfirmedSessions1763880000000 } from './1763880000000-confirmed-sessions.js';
import { LibraryFormats1763890000000 } from './1763890000000-library-formats.js';
import { CatalogCategories1763920000000 } from './1763920000000-catalog-categories.js';
import { Following1763930000000 } from './1763930000000-following.js';
import { LikelyMatches1763931000000 } from './1763931000000-likely-matches.js';
import { SeriesOfBooks1763940000000 } from './1763940000000-series-of-books.js';
import { AwaitedBooks1763950000000 } from './1763950000000-awaited-books.js';
import { MappingCorrections1763960000000 } from './1763960000000-mapping-corrections.js';
import { WorkChanges1763970000000 } from './1763970000000-work-changes.js';
import { TextSearch1763980000000 } from './1763980000000-text-search.js';
import { RecentBooks1763984000000 } from './1763984000000-recent-books.js';
import { CalendarAddresses1763985000000 } from './1763985000000-calendar-addresses.js';
import { LibrarySeries1763986000000 } from './1763986000000-library-series.js';
import { CatalogEntries1763990000000 } from './1763990000000-catalog-entries.js';
import { WholeIndexes1763992000000 } from './1763992000000-whole-indexes.js';
import { AnyReading1763995500000 } from './1763995500000-any-reading.js';
import { CountedWords1764000100000 } from './1764000100000-counted-words.js';
import { GrabDelay1764000300000 } from './1764000300000-grab-delay.js';
import { Renames1764100000000 } from './1764100000000-renames.js';
import { SourcePath1764120000000 } from './1764120000000-source-path.js';
import { LibraryDownloads1764140000000 } from './1764140000000-library-downloads.js';
import { Reports1764150000000 } from './1764150000000-reports.js';
import { RenameRuns1764160000000 } from './1764160000000-rename-runs.js';
import { Replacements1764170000000 } from './1764170000000-replacements.js';
import { Blocklist1764171000000 } from './1764171000000-blocklist.js';
import { CleanSource1764180000000 } from './1764180000000-clean-source.js';
import { CheckUps1764190000000 } from './1764190000000-check-ups.js';
import { FoundReleases1764200000000 } from './1764200000000-found-releases.js';
import { ImportFolders1764300000000 } from './1764300000000-import-folders.js';
import { DeletingRequests1764320000000 } from './1764320000000-deleting-requests.js';
import { PostponedRemoval1764320000001 } from './1764320000001-postponed-removal.js';
import { OwnReleases1764330000000 } from './1764330000000-own-releases.js';
import { TakeIns1764340000000 } from './1764340000000-take-ins.js';
import { Uploads1764360000000 } from './1764360000000-uploads.js';
import { LibraryBin1764380000000 } from './1764380000000-library-bin.js';
import { FiledBooks1764400000000 } from './1764400000000-filed-books.js';
import { Listening1764420000000 } from './1764420000000-listening.js';
import { Samples1764425000000 } from './1764425000000-samples.js';
import { Webhooks1764430000000 } from './1764430000000-webhooks.js';
import { MailServer1764435000000 } from './1764435000000-mail-server.js';
import { WebPush1764440000000 } from './1764440000000-web-push.js';
import { Arrivals1764441000000 } from './1764441000000-arrivals.js';
import { LibraryOrders1764442000000 } from './1764442000000-library-orders.js';
import { PersonalNotifications1764450000000 } from './1764450000000-personal-notifications.js';
import { DecisionLinks1764452000000 } from './1764452000000-decision-links.js';
import { NotificationBooks1764452000001 } from './1764452000001-notification-books.js';
import { Statistics1764453000000 } from './1764453000000-statistics.js';
import { WebhookPauses1764453000001 } from './1764453000001-webhook-pauses.js';
import { NotificationFacts1764453000002 } from './1764453000002-notification-facts.js';
import { TimelineSentences1764454000000 } from './1764454000000-timeline-sentences.js';
import { JobTicks1764460000000 } from './1764460000000-job-ticks.js';
import { RemovedItems1764461000000 } from './1764461000000-removed-items.js';
import { JobDeaths1764462000000 } from './1764462000000-job-deaths.js';

/** All migrations, oldest first. The same files run on SQLite and on PostgreSQL; only indexes of words differ. */
export const migrations = [
  Initial1763700000000,
  Plugins1763760000000,
  Shelves1763800000000,
  DirectDownloads1763810000000,
  LoginTokens1763820000000,
  UserEmail1763830000000,
  IdentityNames1763840000000,
  DownloadTokens1763850000000,
  RateLimits1763870000000,
  ConfirmedSessions1763880000000,
  LibraryFormats1763890000000,
  CatalogCategories1763920000000,
  Following1763930000000,
  LikelyMatches1763931000000,
  SeriesOfBooks1763940000000,
  AwaitedBooks1763950000000,
  MappingCorrections1763960000000,
  WorkChanges1763970000000,
  TextSearch1763980000000,
  RecentBooks1763984000000,
  CalendarAddresses1763985000000,
  LibrarySeries1763986000000,
  CatalogEntries1763990000000,
  WholeIndexes1763992000000,
  AnyReading1763995500000,
  CountedWords1764000100000,
  GrabDelay1764000300000,
  Renames1764100000000,
  SourcePath1764120000000,
  LibraryDownloads1764140000000,
  Reports1764150000000,
  RenameRuns1764160000000,
  Replacements1764170000000,
  Blocklist1764171000000,
  CleanSource1764180000000,
  CheckUps1764190000000,
  FoundReleases1764200000000,
  ImportFolders1764300000000,
  DeletingRequests1764320000000,
  PostponedRemoval1764320000001,
  OwnReleases1764330000000,
  TakeIns1764340000000,
  Uploads1764360000000,
  LibraryBin1764380000000,
  FiledBooks1764400000000,
  Listening1764420000000,
  Samples1764425000000,
  Webhooks1764430000000,
  MailServer1764435000000,
  WebPush1764440000000,
  Arrivals1764441000000,
  LibraryOrders1764442000000,
  PersonalNotifications1764450000000,
  DecisionLinks1764452000000,
  NotificationBooks1764452000001,
  Statistics1764453000000,
  WebhookPauses1764453000001,
  NotificationFacts1764453000002,
  TimelineSentences1764454000000,
  JobTicks1764460000000,
  RemovedItems1764461000000,
  JobDeaths1764462000000,
] as const;
