/** The query of a URL: the first value of each name. */
export type Query = Readonly<Record<string, string>>
