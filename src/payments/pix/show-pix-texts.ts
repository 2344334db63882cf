/** On the button that opens a PIX code: the texts of the code load with it. */
export const SHOW_PIX = 'Código PIX'
