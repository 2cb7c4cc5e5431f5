/** Key → text in ICU MessageFormat. */
export type Messages = Readonly<Record<string, string>>;

/** How each group of messages of a language is loaded. */
export type Groups = Readonly<Record<string, () => Promise<Messages>>>;
