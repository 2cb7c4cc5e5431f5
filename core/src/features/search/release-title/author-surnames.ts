import { textKey } from '../ranking/text-key.js';

/**
 * Surnames of widely published authors. They only break ties between two texts that both look like a person, as in
 * `Oliver Twist - Charles Dickens`.
 */
const SURNAMES = new Set(
  `adams alcott allende andersen angelou asimov atwood austen baldwin balzac banks barrie baudelaire baum beauvoir beckett bellow bester boccaccio bolano borges bradbury brecht bronte brown buchan buck bujold bulgakov
  bunyan burgess burnett burroughs butler byron calvino camus capote card carroll carver cather cervantes chandler chaucer chekhov chesterton child christie clancy clarke coelho coleridge collins conrad cooper cornwell crane crichton
  cussler dahl darwin defoe delillo dick dickens dickinson doctorow dostoevsky dostoyevsky doyle dreiser dumas eco eliot ellison emerson faulkner fielding fitzgerald flaubert follett forster france franklin freud frost gaiman gaskell
  gibbon gibson gissing goethe gogol golding gorky graves greene grimm grisham haggard hamsun hardy harari hawthorne heinlein heller hemingway herbert hesse highsmith hobb homer hornung hosseini hugo huxley ibsen irving ishiguro james
  jerome jordan joyce kafka keats kerouac kesey kierkegaard king kingsolver kipling koontz kundera larsson lawrence leroux lessing lewis london lovecraft machiavelli mailer malory mann mansfield marlowe marquez maugham maupassant mccarthy
  mccullers mcewan melville miller milton mitchell montaigne montgomery morrison murakami nabokov nesbit nesbo neruda nietzsche novik oates orwell ovid pasternak patterson paton pepys perrault plath poe polidori potter pratchett proust
  pushkin pynchon pullman pyle radcliffe rand remarque reynolds rilke rothfuss roth rousseau rowling rushdie sade salinger sanderson sartre sayers schiller scott shakespeare shaw shelley sienkiewicz simenon simmons sinclair solzhenitsyn spenser
  spinoza spyri stein steinbeck stendhal stephenson sterne stevenson stoker stowe strindberg swift tacitus tagore tennyson thackeray thoreau tolkien tolstoy trollope turgenev twain undset updike verne virgil voltaire vonnegut walker
  wallace warren waugh wells wharton whitman wilde wilder wodehouse wolfe wollstonecraft woolf wordsworth wright wyndham wyss yeats zelazny zola zweig`.split(
    /\s+/,
  ),
);

/** Whether the last word of a text is such a surname. */
export function endsInAuthorSurname(text: string): boolean {
  return SURNAMES.has(textKey(text).split(' ').at(-1) ?? '');
}
