import type { Fact } from './parts/Facts.tsx'

/** The content of a text-only page of the sample site. */
export type PageText = {
  heading: string
  lede: string
  look?: 'tiles' | 'questions'
  /** Heading or question → text, or text with a link at its end. */
  texts: Record<string, string | { text: string; link: string; href: string }>
  /** Label → URL. */
  buttons?: Record<string, string>
  /** What the provider replaces this page with. */
  note: string
  panel: { heading: string; text?: string; points?: string[]; facts?: Fact[] }
}
