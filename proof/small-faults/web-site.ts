import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'What is chosen before the script comes is not added up',
    file: 'site/plan-builder/PlanForm.tsx',
    from: `  useEffect(() => {
    if (form.current) setQuantities(planOf(chosenIn(form.current)))
  }, [])
`,
    to: '',
    noticedBy: ['site/plan-builder/plan-builder.browser.test.tsx'],
  },
  {
    name: 'The server renders the next webinar in its own time zone',
    file: 'web/features/public/webinars/WebinarsPage.tsx',
    from: 'useState<Date>()',
    to: 'useState<Date | undefined>(() => new Date())',
    noticedBy: ['web/features/public/webinars/webinars.browser.test.tsx'],
  },
]
