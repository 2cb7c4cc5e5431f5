export { createCandidateStore, type CandidateStore } from './candidate-store.js';
export { searchJobs } from './search-job.js';
