export { decide } from './decide.js';
export { readSharedStates, type PersonStatesDeps } from './person-states.js';
export { walkListing } from './walk-listing.js';
