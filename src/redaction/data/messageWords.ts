/**
 * Words that messages of compilers and linters are made of. They are shown whatever a secret is, so
 * a word that people make passwords of does not belong here.
 */
export const messageWords = `
a all an and are argument arguments as assignable assigned async at await be bool boolean but by call called can cannot
case character class code column comma const constant contains cycle declaration declared default defined definition
deprecated did do does element end error errors exist exists expected exported expression false file final find for
format found from function got hardcoded identifier if import imported in incompatible initializer int invalid is it
its keyword known let line literal may mean member missing module must name names namespace never new no not null
number object of on operator optional or other overload package parameter parameters possible private properties
property public quotes read reference remove replace required return returned semicolon set should single statement
string such symbol than the this to token true type types undefined unexpected unknown unnecessary unreachable
unterminated unused use used value values variable where which will with word would you
`;
