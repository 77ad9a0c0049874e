/** Vite's mode in which the operators' pages are built for the browser. */
export const DESK = 'desk'
