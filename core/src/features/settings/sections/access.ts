import { choice, section, toggle } from '../section.js';

export const access = section({
  title: 'What members may do',
  note: 'can be changed for each person',
  fields: {
    downloadAccess: toggle({
      default: false,
      title: 'Download files',
      help: 'From the book’s page, once it is in the library.',
    }),
    downloadBooks: choice<'everyones' | 'own'>(
      { everyones: 'Everyone’s books', own: 'Only books they requested or subscribed to' },
      {
        default: 'everyones',
        title: 'Books to download',
        help: 'For members who may download files. The server needs read access to the files in the library folder.',
      },
    ),
    interactiveSearch: toggle({
      default: false,
      title: 'Choose releases',
      help: 'See all candidates and choose one.',
    }),
  },
});
