import { markup } from './markup'

/** The look of the book: the app's colours and the device's fonts. Printing shows folded content too. */
export const STYLE = markup`<style>
:root{color-scheme:light dark;--paper:#f7f3ea;--surface:#fffdf8;--ink:#0d2b2c;--soft:#4b6465;--line:#e4ddcd;--strong:#7d8d87;--link:#0f4a4b;--bad:#a01c24;--ok:#14622f;--tag:#ece5d6}
@media screen and (prefers-color-scheme:dark){:root{--paper:#0a1b1c;--surface:#11292a;--ink:#eef5ef;--soft:#a8beba;--line:#21403f;--strong:#6f8f8b;--link:#dbf24a;--bad:#ff9d97;--ok:#8fdca5;--tag:#1a3637}}
*{box-sizing:border-box}
/* A name that turns the direction of writing turns its own only. */
body *{unicode-bidi:isolate}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:64rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.45 Figtree,system-ui,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h1{font-size:1.75rem;margin:0 0 .5rem;line-height:1.2}
h2{font-size:1.375rem;margin:0 0 .75rem;line-height:1.25}
h3{font-size:1.1875rem;margin:0 0 .5rem;line-height:1.25}
h4{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.25rem 0}
p,dd,li,td,th{white-space:pre-line}
a{color:var(--link);font-weight:600}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
section,article{scroll-margin-top:1rem}
main>section{margin-top:3rem}
article{margin:1.5rem 0;padding:1.25rem 1rem;background:var(--surface);border:1px solid var(--line);border-radius:.75rem}
.soft{color:var(--soft);font-weight:400}
.bad{color:var(--bad);font-weight:700}
.ok{color:var(--ok)}
.n{white-space:nowrap}
.w{overflow-wrap:normal}
.small .n,.index .n{display:block;text-align:right}
.tag{display:inline-block;margin:0 .375rem .25rem 0;padding:.125rem .625rem;border-radius:1rem;background:var(--tag);font-size:.875rem;font-weight:700}
.box{margin:.75rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
.box h5{margin:0 0 .25rem;font-size:1rem}
.own{margin-top:.375rem;padding:.375rem .75rem;border:1px dashed var(--strong);border-radius:.5rem}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.box caption{position:static;width:auto;height:auto;clip-path:none;padding-top:.5rem;text-align:left;font-weight:700;white-space:normal}
.skip{position:absolute;left:-100rem}
.skip:focus{left:1rem;top:.5rem;padding:.75rem;background:var(--surface)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0 0;padding:0;list-style:none}
nav a,.back a{display:inline-block;padding:.625rem 0;min-height:2.75rem}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(7.5rem,100%),1fr));gap:.625rem 1rem;margin:.5rem 0}
dl .wide{grid-column:1/-1}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;font-weight:600}
ul{padding-left:1.25rem;margin:.5rem 0}
[tabindex]{overflow-x:auto}
table{position:relative;width:100%;border-collapse:collapse;text-align:left}
th,td{padding:.5rem .75rem .5rem 0;vertical-align:top;border-bottom:1px solid var(--line);min-width:4.5rem}
thead th{overflow-wrap:break-word;color:var(--soft);font-size:.875rem;border-color:var(--strong)}
tbody th{font-weight:600}
[tabindex] th,[tabindex] td{min-width:8rem}
td:last-child,th:last-child{padding-right:0}
.small th:not(:first-child){text-align:right}
.small th:first-child{width:100%}
.index th:last-child{text-align:right}
.lessons tbody th{width:7rem;overflow-wrap:normal}
summary{padding:.625rem 0;cursor:pointer;color:var(--link);font-weight:600}
@media screen{article{content-visibility:auto;contain-intrinsic-size:auto 50rem}}
@media print{
@page{size:A4;margin:16mm}
:root{color-scheme:light;--paper:#fff;--surface:#fff;--tag:#fff}
html{font-size:.8125em}
body{max-width:none;padding:0}
nav,.back,.skip,summary{display:none}
details::details-content{content-visibility:visible;block-size:auto}
article{break-before:page;border:0;margin:0;padding:0}
main>section{break-before:page;margin:0}
main>section:first-child{break-before:auto}
h2,h3,h4,h5,thead{break-after:avoid}
tbody tr:first-child{break-before:avoid}
tr,.box,li{break-inside:avoid}
thead{display:table-header-group}
[tabindex]{overflow:visible}
[tabindex] th,[tabindex] td{min-width:0}
.tag{border:1px solid var(--strong)}
a{color:inherit;text-decoration:none}
}
</style>
`
