/** Statements that read members of an answer and print them; `answer` is the expression of it. */
export type Read = (answer: string, names: readonly string[]) => string

const of = (object: string, names: readonly string[]): string =>
  names.map((name) => `${object}.${name}`).join(', ')

// What the proxy looks up in the catalog is not said by what the program is rewritten to
const PLAIN = "filter(([key]) => key !== 'gpu' && key !== 'machine').sort()"

const READS = {
  members: (answer, names) => `const made: Own = ${answer}\nconsole.log(${of('made', names)})`,
  destructured: (answer, names) =>
    `const { ${names.join(', ')} } = ${answer}\nconsole.log(${names.join(', ')})`,
  renamed: (answer, names) =>
    `const { ${names.map((name) => `${name}: my_${name} = 'none'`).join(', ')} } = ${answer}\nconsole.log(${names.map((name) => `my_${name}`).join(', ')})`,
  whole: (answer) => `const made = ${answer}\nconsole.log(JSON.stringify(Object.entries(made).${PLAIN}))`,
  rest: (answer, names) =>
    `const { ${names[0]}, ...others } = ${answer}\nconsole.log(${names[0]}, JSON.stringify(Object.entries(others).${PLAIN}))`,
  handedOn: (answer, names) =>
    `const toOwn = (one: Own) => ({ ${names.map((name) => `my_${name}: one.${name}`).join(', ')} })\nconsole.log(toOwn(${answer}))`,
  spread: (answer) =>
    `const made: Own = ${answer}\nconst more: Own = { ...made, extra: 1, gpu: 0, machine: 0 }\nconsole.log(more)`,
  chained: (answer, names) =>
    `const made: Own = ${answer}\nconsole.log(${names.map((name) => `made?.${name} ?? 'none'`).join(', ')})`,
  inText: (answer, names) =>
    `const made: Own = ${answer}\nconsole.log(\`${names.map((name) => `\${made.${name}}`).join(' ')}\`)`,
  asked: (answer, names) =>
    `const made: Own = ${answer}\nconsole.log(${names.map((name) => `'${name}' in made`).join(', ')})`,
  looped: (answer, names) =>
    `const made: Own = ${answer}\nfor (const key of [${names.map((name) => `'${name}'`).join(', ')}]) console.log(key, made[key])`,
  promised: (answer, names) =>
    `const made: Own = await Promise.resolve(${answer})\nconsole.log(await Promise.all([${of('made', names)}]))`,
  nullOrNot: (answer, names) =>
    `const made: Own = ${answer}\nconsole.log(${names.map((name) => `made.${name} === null, made.${name} === undefined, typeof made.${name}`).join(', ')})`,
} as const satisfies Record<string, Read>

export type ReadName = keyof typeof READS
export const readNames = Object.keys(READS) as ReadName[]

/** A way to read, by its name. */
export const readOf = (name: ReadName): Read => READS[name]
