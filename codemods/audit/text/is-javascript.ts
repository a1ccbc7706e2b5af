/** A file the codemod reads. */
export const isJavaScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)
