import { decodeEntities as decodeBasics } from '#web/ui/markup.ts'

/** Those of people's writing, beyond the few of our own markup; blogs spell nearly everything else in numbers. */
const characters = `hellip… mdash— ndash– lsquo‘ rsquo’ ldquo“ rdquo” sbquo‚ bdquo„ laquo« raquo» bull• middot·
  copy© reg® trade™ deg° sect§ euro€ pound£ yen¥ cent¢ times× divide÷ plusmn± rarr→ larr← agraveà aacuteá acircâ
  atildeã aumlä aringå aeligæ ccedilç egraveè eacuteé ecircê eumlë iacuteí iumlï ntildeñ oacuteó ocircô otildeõ
  oumlö oslashø uacuteú ucircû uumlü szligß`

const named = new Map(characters.split(/\s+/).map((entry) => [entry.slice(0, -1), entry.slice(-1)]))

/**
 * Once, not until nothing is left: `&amp;lt;` is how a text writes `&lt;`. None of the characters above can begin
 * an entity, so that the basics never decode what stood here before. What nobody knows stays as it is.
 */
export function decodeEntities(text: string): string {
  return decodeBasics(text.replace(/&(\w{2,8});/g, (whole, name) => named.get(name) ?? whole))
}
