/** Cuts to a number of whole characters, as people count them, and adds an ellipsis if anything was cut. */
export function cut(text: string, atMost: number): string {
  if (text.length <= atMost) return text
  let kept = ''
  let count = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (count === atMost) return `${kept.trimEnd()}…`
    kept += segment
    count += 1
  }
  return text
}
