import { afterPaint } from './after-paint.ts'

afterPaint(() => void import('./hydrate.tsx'))
