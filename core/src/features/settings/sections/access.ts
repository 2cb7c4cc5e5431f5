import { section, toggle } from '../section.js';

export const access = section({
  title: 'What members may do',
  note: 'can be changed for each person',
  fields: {
    downloadAccess: toggle({
      default: false,
      title: 'Download files',
      help: 'From the book’s page, once it is in the library.',
    }),
    interactiveSearch: toggle({
      default: false,
      title: 'Choose releases',
      help: 'See all candidates and choose one.',
    }),
  },
});
