/** SQL written as SQL: values become parameters, never text. */
export type Sql = { text: string; values: unknown[] }

export function sql(parts: TemplateStringsArray, ...values: unknown[]): Sql {
  return { text: parts.reduce((text, part, index) => `${text}$${index}${part}`), values }
}
