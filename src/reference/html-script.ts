/** The reference's search: plain DOM, no library. Without it every row is simply there. */
export const REFERENCE_SCRIPT = `
(() => {
  const find = document.getElementById('find')
  const rows = [...document.querySelectorAll('.row')]
  const texts = rows.map((row) => (row.textContent + ' ' + row.closest('.page').querySelector('h2').textContent).toLowerCase())
  const apply = () => {
    const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean)
    let shown = 0
    rows.forEach((row, at) => {
      row.hidden = !words.every((word) => texts[at].includes(word))
      if (!row.hidden) shown++
    })
    for (const section of document.querySelectorAll('main section'))
      section.hidden = words.length > 0 && !section.querySelector('.row:not([hidden])')
    document.getElementById('nothing').hidden = shown > 0
    document.getElementById('shown').textContent = words.length > 0 ? shown + ' of ' + rows.length + ' rows' : ''
  }
  find.addEventListener('input', apply)
  document.getElementById('search').addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== find) { event.preventDefault(); find.focus() }
    if (event.key === 'Escape' && document.activeElement === find) { find.value = ''; apply() }
  })
})()
`
