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
] as const;
