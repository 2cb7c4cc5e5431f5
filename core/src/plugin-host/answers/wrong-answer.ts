/** A plugin's answer does not fit the contract. The message continues a sentence that names the plugin. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
  constructor(
    readonly what: string,
    problem: string,
  ) {
    super(`what it answers is not as the contract says: ${problem}`);
  }
}
