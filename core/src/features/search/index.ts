export { createCandidateStore, type CandidateStore, type StoredCandidate } from './candidate-store.js';
export { feedJobs } from './feed-job.js';
export { searchJobs } from './search-job.js';
export { ebookCandidateOf } from './ebook-release.js';
