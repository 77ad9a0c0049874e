import type { PdfTools } from './pdf-tools.ts'
import { printableText } from './printable-text.ts'

/** US Letter. Measurements are in points, from the top left. */
const MARGIN = 56
const PAPER = { width: 612, height: 792 } as const
const BOTTOM = PAPER.height - MARGIN - 14
const QUIET = '#515d7d'
export const SHEET_WIDTH = PAPER.width - 2 * MARGIN

export type Cell = { text: string; x?: number; width?: number; isRight?: boolean }
type Look = { size?: number; isBold?: boolean; isQuiet?: boolean; after?: number }

export type Sheets = {
  /** Cells side by side, each wrapped to its width. A row is never split across pages. */
  row(cells: readonly Cell[], look?: Look): void
  rule(): void
  skip(points: number): void
  /** Continues on a new page unless there is this much room: a heading stays with its content. */
  makeRoom(points: number): void
  /**
   * The inner content stays on one page, unless it is longer than a page. It is called twice: first to
   * measure.
   */
  together(write: () => void): void
  /** Called at the top of each further page, until replaced. */
  onNewSheet(write: (() => void) | undefined): void
  /** Whether the font has lacked a character of the text so far. */
  readonly isIncomplete: boolean
  finish(): Promise<Buffer>
}

/** A document with as many pages as its rows need, numbered if there are several. */
export function openSheets(pdfTools: PdfTools, title: string): Sheets {
  const { PdfDocument, regular, bold } = pdfTools
  const document = new PdfDocument({
    size: 'LETTER',
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // The types accept only file names. The library also accepts an opened font.
    font: regular as unknown as string,
    info: { Title: title },
  })
  const written = collect(document)
  let y = MARGIN
  let isIncomplete = false
  let isMeasuring = false
  let heading: (() => void) | undefined

  function print(text: string): string {
    const printable = printableText(regular, text)
    if (!printable.isWhole) isIncomplete = true
    return printable.text
  }

  function row(cells: readonly Cell[], look: Look = {}) {
    const { size = 10, isBold = false, isQuiet = false, after = 4 } = look
    const dress = () =>
      document
        .font((isBold ? bold : regular) as unknown as string)
        .fontSize(size)
        .fillColor(isQuiet ? QUIET : '#10182f')
    dress()
    const placed = cells.map(({ text, x = 0, width = SHEET_WIDTH - x, isRight = false }) => {
      const options = { width, align: isRight ? ('right' as const) : ('left' as const) }
      const shown = print(text)
      return { shown, x: MARGIN + x, options, height: document.heightOfString(shown, options) }
    })
    const height = Math.max(...placed.map((cell) => cell.height))
    if (!isMeasuring) {
      if (y + height > BOTTOM) {
        turn()
        dress()
      }
      for (const { shown, x, options } of placed) document.text(shown, x, y, options)
    }
    y += height + after
  }

  function turn() {
    document.addPage()
    y = MARGIN
    heading?.()
  }

  return {
    row,
    rule() {
      if (!isMeasuring)
        document
          .moveTo(MARGIN, y)
          .lineTo(MARGIN + SHEET_WIDTH, y)
          .lineWidth(0.8)
          .stroke('#d9dfeb')
      y += 8
    },
    skip(points) {
      y += points
    },
    makeRoom(points) {
      if (y + points > BOTTOM) turn()
    },
    together(write) {
      const from = y
      isMeasuring = true
      write()
      isMeasuring = false
      const isTooLong = y > BOTTOM
      y = from
      if (isTooLong) turn()
      write()
    },
    onNewSheet(write) {
      heading = write
    },
    get isIncomplete() {
      return isIncomplete
    },
    finish() {
      numberSheets(document, pdfTools, title)
      document.end()
      return written
    },
  }
}

function numberSheets(document: PDFKit.PDFDocument, { regular }: PdfTools, title: string): void {
  const { count } = document.bufferedPageRange()
  if (count === 1) return
  for (let sheet = 0; sheet < count; sheet += 1) {
    document.switchToPage(sheet)
    const footer = `${title}, page ${sheet + 1} of ${count}`
    document
      .font(regular as unknown as string)
      .fontSize(9)
      .fillColor(QUIET)
      .text(footer, MARGIN, BOTTOM + 14, { width: SHEET_WIDTH, align: 'right' })
  }
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}
