import { expect, test } from 'vitest'
import { markup } from '@/rights/book/markup'

test('what is put into markup is text, in attributes too; markup stays, nothing is left out', () => {
  const name = `</p><script>"'&`
  const escaped = '&lt;/p&gt;&lt;script&gt;&quot;&#39;&amp;'
  expect(String(markup`<p class="${name}">${name}</p>`)).toBe(`<p class="${escaped}">${escaped}</p>`)
  expect(String(markup`<ul>${['a', 'b'].map((each) => markup`<li>${each}</li>`)}</ul>`)).toBe(
    '<ul><li>a</li><li>b</li></ul>',
  )
  expect(String(markup`${0}${null}${false}${undefined}`)).toBe('0')
})

test('nothing can be put where it would run, load, or be more than text', () => {
  for (const wrong of [
    () => markup`<p ${'onload=x'}>x</p>`,
    () => markup`<p class=${'x'}>x</p>`,
    () => markup`<${'script'}>`,
    () => markup`<a href="${'javascript:x'}">x</a>`,
    () => markup`<img src="${'x'}">`,
    () => markup`<p onclick="${'x'}">x</p>`,
    () => markup`<p class="x" style="${'x'}">x</p>`,
    () => markup`<!-- ${'-->'} -->`,
    () => markup`<style>${'</style>'}</style>`,
    () => markup`<script>${'x'}</script>`,
  ])
    expect(wrong, String(wrong)).toThrow('Nothing may be put in here')
  expect(String(markup`<a class="x" href="#aluno-${1}" id="y-${2}">${3}</a>`)).toBe(
    '<a class="x" href="#aluno-1" id="y-2">3</a>',
  )
})
