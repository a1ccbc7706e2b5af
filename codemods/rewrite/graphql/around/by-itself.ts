import type { ts } from 'ts-morph'

const BY_ITSELF: Readonly<Record<string, RegExp>> = {
  maxBodyLength: /^(Infinity|-1)$/,
  maxContentLength: /^(Infinity|-1)$/,
  redirect: /^['"]follow['"]$/,
}

/** Whether an option asks for what a moved call does without being told: it has no bounds, and follows where it is sent. */
export const isByItself = (name: string, value: ts.Expression): boolean =>
  BY_ITSELF[name]?.test(value.getText()) ?? false
