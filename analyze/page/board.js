// The basis of the page's script (page.js, which follows in the same element): making elements, and
// men on a board. Nothing here knows of the games.
'use strict';

// html and svg make an element. children are elements or text, never markup.
const make = (space, name, attributes, children) => {
  const e = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
};
const html = (name, attributes = {}, ...children) =>
  make('http://www.w3.org/1999/xhtml', name, attributes, children);
const svg = (name, attributes = {}, ...children) =>
  make('http://www.w3.org/2000/svg', name, attributes, children);
const button = (attributes, action, ...children) => {
  const b = html('button', { type: 'button', ...attributes }, ...children);
  b.addEventListener('click', action);
  return b;
};

// Squares are numbered from a1 = 0 to h8 = 63.
const square = name => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
const nameOf = s => String.fromCharCode(97 + s % 8) + (1 + (s >> 3));

const placement = fen => {
  const men = new Array(64).fill('');
  fen.split(' ')[0].split('/').forEach((row, i) => {
    let s = 8 * (7 - i);
    for (const c of row) {
      if (c >= '1' && c <= '8') s += Number(c);
      else men[s++] = c;
    }
  });
  return men;
};
const placementOf = men => {
  const rows = [];
  for (let row = 7; row >= 0; row--) {
    rows.push(men.slice(8 * row, 8 * row + 8).map(man => man || '1').join('')
      .replace(/1+/g, ones => String(ones.length)));
  }
  return rows.join('/');
};
const white = man => man === man.toUpperCase();

// play moves men by a legal move. Castling is king takes own rook. A promotion ends in a letter.
const play = (men, move) => {
  const from = square(move), to = square(move.slice(2));
  const man = men[from], taken = men[to];
  if (castles(men, from, to)) {
    const row = from - from % 8, right = to > from;
    men[from] = men[to] = '';
    men[row + (right ? 6 : 2)] = man;
    men[row + (right ? 5 : 3)] = taken;
    return;
  }
  men[from] = '';
  if (man.toUpperCase() === 'P' && from % 8 !== to % 8 && !taken) {
    men[from - from % 8 + to % 8] = '';
  }
  const promoted = move[4];
  men[to] = !promoted ? man : white(man) ? promoted.toUpperCase() : promoted;
};

// goal is the square on which the moving man ends, for a move not yet made.
const castles = (men, from, to) =>
  men[from].toUpperCase() === 'K' && men[to].toUpperCase() === 'R' &&
  white(men[from]) === white(men[to]);
const goal = (men, move) => {
  const from = square(move), to = square(move.slice(2));
  return castles(men, from, to) ? from - from % 8 + (to > from ? 6 : 2) : to;
};
