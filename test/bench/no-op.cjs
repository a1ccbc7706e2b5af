// The transform that changes nothing, for jscodeshift.
module.exports = () => undefined
