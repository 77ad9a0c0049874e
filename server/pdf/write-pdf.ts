/** One sheet of text and rules on letter paper: all that a bill needs. Measures are points, from the top left. */
export type Mark =
  | { kind: 'text'; x: number; y: number; text: string; size: number; isBold?: boolean; isRight?: boolean }
  | { kind: 'rule'; x: number; y: number; width: number }

export const PAPER = { width: 612, height: 792 } as const

/** The fonts every reader has; characters that they lack become a question mark. */
export function writePdf(title: string, marks: readonly Mark[]): Buffer {
  const content = marks.map(draw).join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAPER.width} ${PAPER.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(title)}) >>`,
  ]
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // Every character is one byte by now, so that lengths and offsets are those of the file.
  return Buffer.from(file, 'latin1')
}

export function widthOf(text: string, size: number): number {
  // Measured as it is written: a minus sign becomes a hyphen, which is narrower.
  const thousandths = [...text].reduce(
    (sum, char) => sum + (widths[byteOf(char).charCodeAt(0) - 32] ?? 556),
    0,
  )
  return (thousandths * size) / 1000
}

/** Breaks at spaces. */
export function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer, size) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

function draw(mark: Mark): string {
  const y = PAPER.height - mark.y
  if (mark.kind === 'rule') return `0.8 w 0.85 G ${mark.x} ${y} m ${mark.x + mark.width} ${y} l S`
  const x = mark.isRight ? mark.x - widthOf(mark.text, mark.size) : mark.x
  const font = mark.isBold ? 'F2' : 'F1'
  return `BT /${font} ${mark.size} Tf ${x.toFixed(2)} ${y} Td (${escaped(mark.text)}) Tj ET`
}

/** Windows' Latin alphabet in bytes, with what a PDF string must not hold as it is. */
function escaped(text: string): string {
  return [...text.normalize('NFC')]
    .map(byteOf)
    .join('')
    .replace(/[\\()]/g, '\\$&')
}

const beyondLatin: Record<string, string> = {
  '−': '-',
  '–': '\x96',
  '—': '\x97',
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '€': '\x80',
  '…': '\x85',
}

function byteOf(char: string): string {
  const code = char.codePointAt(0) ?? 0
  if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return char
  return beyondLatin[char] ?? '?'
}

/** Helvetica's own widths, from the space to the tilde, in thousandths of the size. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
