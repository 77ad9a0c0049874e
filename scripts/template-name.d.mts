/** Path of the database template for these migrations and packages; another set has another file. */
export function templatePath(root: string): string
