/** Where the database template of these migrations and these packages lies: another set, another file. */
export function templatePath(root: string): string
