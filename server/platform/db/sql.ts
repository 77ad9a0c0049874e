/** SQL written as SQL: values become parameters, never text. */
export type Sql = { text: string; values: unknown[] }

/** The text of each place in the code, put together once: it is what a prepared statement is found by. */
const texts = new WeakMap<TemplateStringsArray, string>()

export function sql(parts: TemplateStringsArray, ...values: unknown[]): Sql {
  const text = texts.get(parts) ?? parts.reduce((whole, part, index) => `${whole}$${index}${part}`)
  texts.set(parts, text)
  return { text, values }
}
