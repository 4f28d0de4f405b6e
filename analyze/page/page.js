(() => {
  'use strict';
  const symbols = ['', '?!', '?', '??'];
  const names = ['', 'inaccuracy', 'mistake', 'blunder'];
  const plurals = ['', 'inaccuracies', 'mistakes', 'blunders'];
  const games = JSON.parse(document.getElementById('data').textContent).games;
  const at = id => document.getElementById(id);
  if (!games.length) return;
  let game = 0, ply = 0, flipped = false, arrows = true;
  let line = null; // {ply, n}: n moves of the best line at ply are on the board

  // The board. Its squares have numbers: see board.js.
  const corner = s => flipped ? [7 - s % 8, s >> 3] : [s % 8, 7 - (s >> 3)];
  const center = s => corner(s).map(x => 100 * x + 50);

  // drawBoard draws men, the last move with its mark, and arrows. An arrow is {move, on, kind},
  // where on holds the men from before the move.
  const drawBoard = (men, move, mark, arrowList) => {
    const board = at('board');
    const parts = [];
    for (let s = 0; s < 64; s++) {
      const [x, y] = corner(s);
      const shade = (s % 8 + (s >> 3)) % 2 ? 'light' : 'dark';
      parts.push(svg('rect', { x: 100 * x, y: 100 * y, width: 100, height: 100, class: shade }));
      if (move && (s === square(move) || s === square(move.slice(2)))) {
        parts.push(svg('rect', {
          x: 100 * x, y: 100 * y, width: 100, height: 100,
          class: 'played', 'data-square': nameOf(s),
        }));
      }
      if (x === 0) {
        parts.push(svg('text', { x: 5, y: 100 * y + 21, class: 'coordinate' }, nameOf(s)[1]));
      }
      if (y === 7) {
        parts.push(svg('text', { x: 100 * x + 84, y: 794, class: 'coordinate' }, nameOf(s)[0]));
      }
    }
    men.forEach((man, s) => {
      if (!man) return;
      const [x, y] = corner(s);
      parts.push(svg('use', {
        href: '#' + man.toUpperCase(), class: white(man) ? 'white-piece' : 'black-piece',
        transform: `translate(${100 * x + 5} ${100 * y + 4}) scale(.9)`,
        'data-square': nameOf(s), 'data-piece': man,
      }));
    });
    for (const a of arrowList) parts.push(...arrow(square(a.move), goal(a.on, a.move), a.kind));
    if (move && mark) {
      const [x, y] = corner(square(move.slice(2)));
      const cx = Math.min(100 * x + 88, 772), cy = Math.max(100 * y + 14, 28);
      parts.push(svg('g', { class: 'badge mark-' + mark },
        svg('circle', { cx, cy, r: 26 }),
        svg('text', { x: cx, y: cy + 11 }, symbols[mark])));
    }
    board.replaceChildren(...parts);
  };

  const arrow = (from, to, kind) => {
    if (from === to) return [];
    const [x1, y1] = center(from), [x2, y2] = center(to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    const bx = x2 - 40 * dx, by = y2 - 40 * dy;
    const points = [
      [x2 - 4 * dx, y2 - 4 * dy], [bx - 25 * dy, by + 25 * dx], [bx + 25 * dy, by - 25 * dx],
    ];
    return [svg('g', { class: 'arrow ' + kind, 'data-arrow': nameOf(from) + nameOf(to) },
      svg('path', { d: `M${x1 + 22 * dx} ${y1 + 22 * dy}L${bx - 4 * dx} ${by - 4 * dy}` }),
      svg('polygon', { points: points.map(p => p.join(' ')).join(',') }))];
  };

  // The arrows at a half-move: the played move if it lost something, the better move then, and the
  // best move now.
  const arrowsAt = at => {
    const plies = games[game].plies, p = plies[at], before = plies[at - 1], list = [];
    if (!arrows) return list;
    if (p.lost && before.line) {
      const men = placement(before.fen);
      list.push({
        move: p.move, on: new Array(64).fill(''), kind: 'was-played mark-' + (p.mark || 0),
      });
      list.push({ move: before.line[0][1], on: men, kind: 'was-better' });
    }
    if (p.line) list.push({ move: p.line[0][1], on: placement(p.fen), kind: 'best-now' });
    return list;
  };

  // The curve of White's chance to win.
  const curve = at('curve');
  const drawCurve = () => {
    const plies = games[game].plies;
    const width = curve.clientWidth || 600, height = curve.clientHeight || 150;
    const last = Math.max(plies.length - 1, 1), pad = 8;
    const x = i => pad + (width - 2 * pad) * i / last;
    const y = win => height - height * win / 100;
    const points = plies.map((p, i) => [x(i), y(p.win)]);
    if (points.length === 1) points.push([x(1), points[0][1]]);
    const path = points
      .map((p, i) => (i ? 'L' : 'M') + p[0].toFixed(1) + ' ' + p[1].toFixed(1)).join('');
    const end = points[points.length - 1];
    const parts = [
      svg('path', {
        class: 'area',
        d: `M0 ${height}L0 ${points[0][1]}L${path.slice(1)}` +
          `L${width} ${end[1]}L${width} ${height}Z`,
      }),
      svg('line', { class: 'middle', x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      svg('path', { class: 'edge', d: path }),
    ];
    const every = [5, 10, 20, 50, 100, 200, 500].find(n => last / 2 / n <= width / 50) || 1000;
    plies.forEach((p, i) => {
      const number = parseInt(p.number, 10);
      if (p.white && number % every === 0) {
        parts.push(svg('text', { class: 'tick', x: x(i), y: height - 4 }, String(number)));
      }
      if (p.mark) {
        parts.push(svg('circle', { class: `mark mark-${p.mark}`, cx: x(i), cy: y(p.win), r: 4 }));
      }
    });
    parts.push(svg('line', { class: 'now', x1: x(ply), x2: x(ply), y1: 0, y2: height }));
    parts.push(svg('circle', { class: 'here', cx: x(ply), cy: y(plies[ply].win), r: 5 }));
    curve.setAttribute('viewBox', `0 0 ${width} ${height}`);
    curve.replaceChildren(...parts);
  };
  const pick = event => {
    const box = curve.getBoundingClientRect(), last = games[game].plies.length - 1;
    go(Math.round((event.clientX - box.left - 8) / (box.width - 16) * last));
  };
  curve.addEventListener('pointerdown', event => {
    curve.setPointerCapture(event.pointerId);
    pick(event);
  });
  curve.addEventListener('pointermove', event => { if (event.buttons & 1) pick(event); });

  // The texts about the move on the board.
  const lineOf = (label, kind, from) => {
    const p = html('p', { class: 'line' }, html('span', { class: 'label ' + kind }, label),
      html('span', { class: 'score', title: "from White's side" }, games[game].plies[from].score),
      ' ');
    games[game].plies[from].line.forEach(([text], i) => {
      const on = line && line.ply === from && line.n === i + 1;
      p.append(button(on ? { class: 'on', 'aria-current': 'true' } : {}, () => {
        line = { ply: from, n: i + 1 };
        show();
        at('panel').querySelector('.on').focus(); // the panel was drawn anew, with new buttons
      }, text), ' ');
    });
    return p;
  };
  const drawPanel = () => {
    const plies = games[game].plies, p = plies[ply], mark = p.mark || 0;
    const title = ply ? `${p.number} ${p.san}` : 'First position';
    const parts = [html('p', { class: 'headline mark-' + mark },
      html('span', {}, title, ' ', html('span', { class: 'symbol' }, symbols[mark])),
      html('span', { class: 'score', title: "from White's side" }, p.score))];
    if (mark) {
      parts.push(html('p', { class: `verdict marked mark-${mark}` },
        `${mark === 1 ? 'An' : 'A'} ${names[mark]}: ` +
          `it lost ${p.lost.toFixed(1)}% of the chance to win.`));
    } else if (p.note) {
      parts.push(html('p', { class: 'verdict' }, p.note[0].toUpperCase() + p.note.slice(1) + '.'));
    } else if (ply) {
      parts.push(html('p', { class: 'verdict' },
        p.lost ? `Lost ${p.lost.toFixed(1)}% of the chance to win.` : 'Nothing lost.'));
    }
    if (p.lost && plies[ply - 1].line) parts.push(lineOf('Better', 'was-better', ply - 1));
    if (p.line) parts.push(lineOf(p.lost ? 'Now best' : 'Best', 'best-now', ply));
    if (p.clock) parts.push(html('p', {}, html('span', { class: 'label' }, 'Clock'), p.clock));
    if (p.comment) parts.push(html('p', { class: 'comment' }, p.comment));
    const missing = games[game].missing;
    if (missing && ply === plies.length - 1) {
      parts.push(html('p', { class: 'verdict' },
        `The analysis was stopped here, ${missing} half-moves before the end.`));
    }
    at('panel').replaceChildren(...parts);
  };

  // What stays the same within a game.
  const moveButtons = [];
  const drawMoves = () => {
    moveButtons.length = 0;
    const parts = [];
    games[game].plies.forEach((p, i) => {
      if (!i) return;
      if (p.white || i === 1) {
        parts.push(html('span', { class: 'number' }, parseInt(p.number, 10) + '.'));
      }
      if (!p.white && i === 1) parts.push(html('span', { class: 'number' }, '…'));
      const b = button({ class: 'mark-' + (p.mark || 0) }, () => go(i), p.san,
        p.mark ? html('span', { class: 'symbol' }, symbols[p.mark])
          : html('span', { class: 'glyph' }, p.glyph || ''),
        html('span', { class: 'small' }, p.score));
      moveButtons[i] = b;
      parts.push(b);
    });
    at('moves').replaceChildren(...parts);
  };
  const drawPlayer = (id, color) => {
    const g = games[game];
    const tally = g.marks[color]
      .map((n, i) => `${n} ${n === 1 ? names[i + 1] : plurals[i + 1]}`).join(', ');
    const signs = g.marks[color].map((n, i) => html('span', { class: 'mark-' + (i + 1) },
      `${n} `, html('span', { class: 'symbol' }, symbols[i + 1])));
    const accuracy = g.accuracy[color];
    at(id).replaceChildren(html('span', { class: 'stone' }),
      html('span', { class: 'name' }, g.players[color] || (color ? 'Black' : 'White'), ' ',
        html('span', { class: 'elo' }, g.elos[color])),
      html('span', { class: 'accuracy' }, accuracy === null ? '–' : accuracy.toFixed(1) + '%',
        html('small', {}, 'accuracy')),
      html('span', { class: 'tally words' }, tally),
      html('span', { class: 'tally signs', title: tally }, ...signs));
  };
  const betterThan = ply => {
    const before = games[game].plies[ply - 1];
    if (!before.line) return [];
    return [html('small', { class: 'better' },
      `better ${before.line.slice(0, 4).map(([text]) => text).join(' ')} (${before.score})`)];
  };
  const drawGame = () => {
    const g = games[game];
    drawPlayer('white', 0);
    drawPlayer('black', 1);
    at('result').textContent =
      g.result === '*' ? '' : g.result.replaceAll('1/2', '½').replace('-', ' – ');
    const opening = [g.eco, g.opening].filter(Boolean).join(' ');
    at('where').replaceChildren(...[
      opening && html('b', {}, opening), opening && g.where && ' · ', g.where,
    ].filter(Boolean));
    at('moments').replaceChildren(...g.moments.map(m => {
      const p = g.plies[m.ply];
      return html('li', {}, button({ class: 'mark-' + p.mark, 'data-ply': m.ply }, () => {
        go(m.ply);
        at('table').scrollIntoView({ block: 'nearest' });
      },
        html('span', { class: 'move' }, `${p.number} ${p.san} `,
          html('span', { class: 'symbol' }, symbols[p.mark])),
        html('span', {}, m.what, ...betterThan(m.ply)),
        html('span', { class: 'loss' }, `−${p.lost.toFixed(1)}%`)));
    }));
    if (!g.moments.length) {
      at('moments').append(html('li', { class: 'hint' }, 'None: nobody made a mistake.'));
    }
    at('games').value = String(game);
    drawMoves();
  };

  // Copying. A page opened from a file may lack the clipboard and have only the old command.
  const copy = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = html('textarea', { readonly: '', class: 'hidden' });
      area.value = text;
      document.body.append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      button.focus();
      if (!copied) {
        at('told').textContent = 'It could not be copied.';
        return;
      }
    }
    at('told').textContent = 'Copied.';
    button.classList.add('done');
    setTimeout(() => button.classList.remove('done'), 1500);
  };

  // show draws what depends on the move.
  let shownFEN = '';
  const show = () => {
    const plies = games[game].plies;
    const base = line ? plies[line.ply] : plies[ply];
    const men = placement(base.fen);
    let fen = base.fen;
    if (line) {
      let shown = '';
      for (const [, move, rest] of base.line.slice(0, line.n)) {
        shown = move.slice(0, 2) + nameOf(goal(men, move));
        play(men, move);
        fen = placementOf(men) + ' ' + rest;
      }
      drawBoard(men, shown, 0, []);
    } else {
      drawBoard(men, base.move, base.mark, arrowsAt(ply));
    }
    shownFEN = fen;
    at('lichess').href = 'https://lichess.org/analysis/' +
      `${games[game].chess960 ? 'chess960' : 'standard'}/${fen.replaceAll(' ', '_')}` +
      `${flipped ? '?color=black' : ''}`;
    at('arrows').setAttribute('aria-pressed', String(arrows));
    const last = ply ? `after ${plies[ply].number} ${plies[ply].san}` : 'of the first position';
    at('board').setAttribute('aria-label',
      line ? `Board of a line, after ${base.line[line.n - 1][0]}` : `Board ${last}`);
    at('bar').className = flipped ? 'flipped' : '';
    at('bar-white').style.height = plies[ply].win + '%';
    moveButtons.forEach((b, i) => {
      b.classList.toggle('on', i === ply);
      b.setAttribute('aria-current', String(i === ply));
    });
    const here = moveButtons[ply], list = at('moves');
    if (here && (here.offsetTop < list.scrollTop ||
        here.offsetTop + here.offsetHeight > list.scrollTop + list.clientHeight)) {
      list.scrollTop = here.offsetTop - list.clientHeight / 2;
    } else if (!ply) list.scrollTop = 0;
    for (const b of at('moments').querySelectorAll('button')) {
      b.classList.toggle('on', Number(b.dataset.ply) === ply);
    }
    at('first').disabled = at('back').disabled = !ply && !line;
    at('next').disabled = at('last').disabled = ply === plies.length - 1 && !line;
    drawPanel();
    drawCurve();
  };
  const go = to => {
    line = null;
    ply = Math.max(0, Math.min(games[game].plies.length - 1, to || 0));
    show();
    keepAddress(`#game=${game + 1}&ply=${ply}`);
  };
  const keepAddress = address => {
    if (location.hash === address) return;
    try {
      history.replaceState(null, '', address);
    } catch { /* Browsers refuse it after too many calls in a few seconds. */ }
  };
  const choose = to => {
    game = Math.max(0, Math.min(games.length - 1, to || 0));
    drawGame();
  };
  const fromAddress = () => {
    const words = new URLSearchParams(location.hash.slice(1));
    choose(Math.trunc(words.get('game')) - 1);
    go(Math.trunc(words.get('ply')));
  };
  const step = by => go(line ? ply : ply + by); // from a line, go back to the game
  const turn = () => { flipped = !flipped; show(); };
  const toggleArrows = () => { arrows = !arrows; show(); };
  const nextMoment = () => {
    const list = games[game].moments;
    const next = list.find(m => m.ply > ply) || list[0];
    if (next) go(next.ply);
  };

  at('first').addEventListener('click', () => go(0));
  at('back').addEventListener('click', () => step(-1));
  at('next').addEventListener('click', () => step(1));
  at('last').addEventListener('click', () => go(Infinity));
  at('flip').addEventListener('click', turn);
  at('arrows').addEventListener('click', toggleArrows);
  at('copy-fen').addEventListener('click', event => copy(event.currentTarget, shownFEN));
  at('copy-pgn').addEventListener('click', event => copy(event.currentTarget, games[game].pgn));

  // A finger that swipes over the board steps forward (to the left) or back, as when turning pages.
  let touched = null;
  at('board').addEventListener('pointerdown', event => {
    touched = event.pointerType === 'mouse' ? null : [event.clientX, event.clientY];
  });
  at('board').addEventListener('pointercancel', () => { touched = null; });
  at('board').addEventListener('pointerup', event => {
    if (!touched) return;
    const dx = event.clientX - touched[0], dy = event.clientY - touched[1];
    touched = null;
    if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
  });
  const keys = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1),
    Home: () => go(0), End: () => go(Infinity),
    f: turn, c: nextMoment, a: toggleArrows,
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    // In a list, letters choose an entry.
    if (event.target.tagName === 'SELECT' && !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    keys[event.key]();
  });
  games.forEach((g, i) => at('games').append(html('option', { value: i },
    `${i + 1}. ${g.players[0] || 'White'} – ${g.players[1] || 'Black'} ` +
      `${g.result === '*' ? '' : g.result}`)));
  at('chooser').hidden = games.length < 2;
  at('games').addEventListener('change', event => { choose(Number(event.target.value)); go(0); });
  window.addEventListener('resize', drawCurve);
  window.addEventListener('hashchange', fromAddress);
  fromAddress();
})();
