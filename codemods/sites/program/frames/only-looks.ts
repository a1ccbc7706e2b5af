import type { Call } from './source.ts'

/** Whether a call compares, lists or prints a text that it is given, and asks nobody with it. */
export const onlyLooks = ({ expression }: Call): boolean => ONLY_LOOKS.test(expression.getText())

const ONLY_LOOKS =
  /(^|\.)(startsWith|endsWith|includes|indexOf|equals?|match|test|replace|split|has|add|push|join|String|encodeURI\w*|log|info|warn|error|debug|trace|\w*Error|\w*Exception)$/
