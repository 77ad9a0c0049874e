import { extractText, getDocumentProxy } from 'unpdf'
import { findDispute } from '#server/billing/disputes/dispute.ts'
import { writeEvidencePdf } from '#server/billing/disputes/evidence-pdf.ts'
import { gatherEvidence } from '#server/billing/disputes/gather-evidence.ts'
import type { Harness } from './harness.ts'

/** The text of the PDF that an operator sends to the bank. */
export async function readEvidence({ db, config }: Harness, id: string): Promise<string> {
  const dispute = await findDispute(db, id)
  if (!dispute) throw new Error(`There is no dispute ${id}`)
  const pdf = await writeEvidencePdf(config, await gatherEvidence(db, dispute))
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}
