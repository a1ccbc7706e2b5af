/** What `--format` takes, one reporter each. Apart from them: a command is checked before any of them is loaded. */
export const reportFormats = ['text', 'json', 'sarif', 'markdown', 'html'] as const

/** A name `--format` takes. */
export type ReportFormat = (typeof reportFormats)[number]
