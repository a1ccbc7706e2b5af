/** A command: pure of argv but for what it is handed, and its exit code (0 done, 1 findings left, 2 usage). */
export type Command = (argv: readonly string[]) => Promise<number>
