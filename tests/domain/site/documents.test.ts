import { expect, it } from 'vitest'
import { documentFor } from '@/site/documents'

it.each([
  ['/', 'index.html'],
  ['/pt', 'pt.html'],
  ['/eng', 'eng.html'],
  ['/eng/', 'eng.html'],
  ['/lead-form', 'lead-form.html'],
  ['/lead-form/pt', 'lead-form-pt.html'],
  ['/lead-form/es', 'lead-form.html'],
  ['/student-page/0b9e', 'student.html'],
  ['/app', 'spa.html'],
  ['/app/students/0b9e', 'spa.html'],
  ['/auth/confirm', 'spa.html'],
  ['/auth', '404.html'],
  ['/apps', '404.html'],
  ['/lead-form/pt/more', '404.html'],
  ['/student-page/', '404.html'],
  ['/assets/gone.js', '404.html'],
])('%s is answered with %s', (address, file) => {
  expect(documentFor(address)).toBe(file)
})
