/** Lines of cells in RFC 4180 format. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')
}

/**
 * Values are typed by users, and a spreadsheet would run one that looks like a formula. In locales with
 * decimal commas it splits lines at semicolons, even inside quotation marks: there, a cell also begins after
 * `;` and on a new line, and its own quotation marks are removed. Where Chinese, Japanese or Korean is written, full-width
 * signs also begin a formula.
 */
export function defuse(text: string): string {
  return text.replace(/(^|[;\n])(?="*[=+\-@＝＋－＠\t\r])/g, "$1'")
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
