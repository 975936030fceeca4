/** What was written into the fields of a form. */
export const valuesOf = <Name extends string>(form: HTMLFormElement): Record<Name, string> =>
  Object.fromEntries(new FormData(form)) as Record<Name, string>
