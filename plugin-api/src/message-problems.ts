/** The bounds of message files: names such as `de.json` or `pt-BR.json`, and what one may hold. @since 1.6.0 */
export const MESSAGE_FILES = {
  name: /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\.json$/,
  mostBytes: 256 * 1024,
  mostMessages: 2_000,
  longestKey: 200,
  longestMessage: 4_000,
} as const;

/** Keys of the sentences that the host says itself. */
const OF_HOST = 'fault.';
const RESERVED = ['__proto__', 'constructor', 'prototype'];

function keyProblem(key: string): string | undefined {
  const shown = key.slice(0, 60).replace(/\p{C}/gu, '�');
  if (key === '' || key.length > MESSAGE_FILES.longestKey || /\p{Cc}/u.test(key)) {
    return `“${shown}” cannot be a key; it has 1 to ${MESSAGE_FILES.longestKey} characters, none of which is a control character`;
  }
  return key.startsWith(OF_HOST) || RESERVED.includes(key) ? `“${shown}” is reserved` : undefined;
}

/**
 * Finds faults of the content of a message file, which is a flat object of texts by their keys. The host and the test kit call it. At most ten
 * are listed.
 *
 * @since 1.6.0
 */
export function messageProblems(content: unknown): string[] {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return ['it does not hold an object'];
  const entries = Object.entries(content);
  if (entries.length > MESSAGE_FILES.mostMessages) return [`it holds more than ${MESSAGE_FILES.mostMessages} messages`];
  const problems = entries.flatMap(([key, message]: [string, unknown]) => {
    const problem = keyProblem(key);
    if (problem !== undefined) return [problem];
    if (typeof message !== 'string') return [`${key} is not a text`];
    return message.length > MESSAGE_FILES.longestMessage ? [`${key} has more than ${MESSAGE_FILES.longestMessage} characters`] : [];
  });
  return problems.slice(0, 10);
}
