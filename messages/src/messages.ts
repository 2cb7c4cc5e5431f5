/** Key → text in ICU MessageFormat. */
export type Messages = Readonly<Record<string, string>>;

/** How each group of messages of a language is loaded. */
export type Groups = Readonly<Record<string, () => Promise<Messages>>>;

/** What another language has of a file in English: every key of it and no other. */
export type Translation<English extends Messages> = Readonly<Record<keyof English, string>>;
