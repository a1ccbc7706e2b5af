import { ruleBook } from './rules.ts'

/** The page of docs that says what each rule of a report means, and what to do. */
export const rulesPage = (): string => `# Rules of the codemod

Written by \`npm run generate\`. What [the codemod](codemod.md) reports under a rule of its own, and what to do about it. The note
itself says more: the names and places that it is about. Where it is not what you meant, nothing was changed there.

An id that is not here (\`v1.pods.create.interruptible\`, \`graphql.podReset\`) is a row of the mapping:
\`upshift explain\` and the [reference](reference/README.md) say what became of that operation or field.
${Object.entries(ruleBook).map(partOf).join('')}`

const partOf = ([title, rules]: [string, Readonly<Record<string, { means: string; fix: string }>>]): string =>
  `\n## ${title}\n\n| rule | what it means | what to do |\n|---|---|---|\n${Object.entries(rules)
    .map(([id, { means, fix }]) => `| \`${id}\` | ${means} | ${fix} |\n`)
    .join('')}`
