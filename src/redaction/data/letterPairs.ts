/**
 * The cost of each pair of letters in words and names, in half bits, as base-36 digits: one row per
 * first letter and one for the beginning of a word; one column per second letter and one for the
 * end. Counted over the words in this repository's packages and in Python's libraries.
 */
export const letterPairs = [
  'e989edaiald697l9m685bdefch9',
  '6a9a7bhh7ch6df8dn98d8ijjbi6',
  '7ead6dj79l89eg5ej9b7ahijdl7',
  '8cdb5ceh6hjcff9flb9dbgjhfl3',
  'ad87bbdhfjh9a7gbf669gceafk5',
  '8cba77hk5tj9fd7fl9bb9jijbn6',
  '9heh5hb98njbd9afk89eahglgh3',
  '5ffe4jki6jgdce6fk9c9blhncj5',
  'ab89ab9mjmh9947aja77kboepbb',
  '7ncf5gne9hdhdg6cgd5d6e9nhn6',
  '9deb4cdf7lhadbcdge7ccgbjei4',
  '7ffa5fhi5jg7gf7ephaaaeim8l6',
  '5agc4hil6jgcaf86lf9eahjlej7',
  '8g877b6h9hddgc9djf76ccilfl6',
  'cb99gcbkcjc984a9o6998baehj9',
  '6hdd6fgb9nf7ff79l6a8aihjap7',
  'cnhnnnnnenn8fbnfneac1ndnnn6',
  '6fbb4ecj7ncdac7eqb89begobr5',
  'biaf6eha8ledefaahg869hfjdo3',
  '7gce5ei95ljcff8em79abifkah5',
  'a8ab9cbl9oj785d8o676gmlgkib',
  '5hdj2hgl5rjhfg9ergchfhkljr7',
  '5fdc6ef86rfbi87el88dkhfgll6',
  'ad8c7aqd8kqcbgd6qdc5gihcdh5',
  'cdceadeiashbaac6ke89hfdigg2',
  '6ofd3dge7oecde8oofcecofica6',
  '897889bb9eda9aa8f879acbeggz',
] as const;
