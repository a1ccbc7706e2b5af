/** A copy without the members that are undefined, so that spreading it over defaults keeps the defaults. */
export const defined = <Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>
  }
