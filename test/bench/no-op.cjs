// The transform that changes nothing, for jscodeshift: it parses, as every transform must to see anything.
module.exports = ({ source }, { jscodeshift }) => {
  jscodeshift(source)
}
