/** Lines of cells in RFC 4180 format. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')
}

/** Values are typed by users, and a spreadsheet would run one that looks like a formula. */
export function defuse(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
