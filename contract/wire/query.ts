/** The query of a URL: the first value of each parameter. */
export type Query = Readonly<Record<string, string>>
