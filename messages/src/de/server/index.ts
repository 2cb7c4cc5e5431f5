import type { serverWords as english } from '../../en/server/index.js';
import type { Translation } from '../../messages.js';
import { accountProblemWords } from './problems-accounts.js';
import { bookProblemWords } from './problems-books.js';
import { deliveryFaultWords } from './delivery-faults.js';
import { evidenceWords, findingWords } from './evidence.js';
import { faultWords } from './faults.js';
import { fieldWords } from './fields.js';
import { fileWords } from './files.js';
import { followingWords } from './following.js';
import { importWords } from './imports.js';
import { installWords } from './install.js';
import { jobWords } from './jobs.js';
import { libraryProblemWords } from './problems-library.js';
import { mailFaultWords } from './mail-faults.js';
import { moveWords } from './moves.js';
import { transferWords } from './transfers.js';
import { noticePartWords } from './notice-parts.js';
import { noticeWords } from './notices.js';
import { phraseWords } from './phrases.js';
import { pluginAdviceWords } from './plugin-advice.js';
import { pluginProblemWords } from './plugin-problems.js';
import { problemWords } from './problems.js';
import { progressWords } from './progress.js';
import { rankingWords } from './ranking.js';
import { reasonWords } from './reasons.js';
import { requestProblemWords } from './problems-requests.js';
import { serviceProblemWords } from './problems-services.js';
import { settingsWords } from './settings.js';
import { sectionWords } from './home-sections.js';
import { statusTitleWords } from './status-titles.js';
import { timelineWords } from './timeline.js';
import { unnamedWords } from './unnamed.js';

export const serverWords: Translation<typeof english> = {
  ...accountProblemWords,
  ...bookProblemWords,
  ...deliveryFaultWords,
  ...evidenceWords,
  ...faultWords,
  ...fieldWords,
  ...fileWords,
  ...findingWords,
  ...followingWords,
  ...importWords,
  ...installWords,
  ...jobWords,
  ...libraryProblemWords,
  ...mailFaultWords,
  ...moveWords,
  ...transferWords,
  ...noticePartWords,
  ...noticeWords,
  ...phraseWords,
  ...pluginAdviceWords,
  ...pluginProblemWords,
  ...problemWords,
  ...progressWords,
  ...rankingWords,
  ...reasonWords,
  ...requestProblemWords,
  ...serviceProblemWords,
  ...settingsWords,
  ...sectionWords,
  ...statusTitleWords,
  ...timelineWords,
  ...unnamedWords,
};
