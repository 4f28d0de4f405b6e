package board

import "strings"

const kindLetters = "PNBRQK"

// SAN returns the legal move m in standard algebraic notation, such as Nbd7, exd6, O-O or e8=Q+.
// NoMove and NullMove are "--".
func (p *Position) SAN(m Move) string {
	if m == NoMove || m == NullMove {
		return "--"
	}
	b := make([]byte, 0, 8)
	from, to := m.From(), m.To()
	kind := p.pieces[from].Kind()
	switch {
	case m.Flag() == CastleKing:
		b = append(b, "O-O"...)
	case m.Flag() == CastleQueen:
		b = append(b, "O-O-O"...)
	case kind == Pawn:
		if m.IsCapture() {
			b = append(b, 'a'+byte(from.File()), 'x')
		}
		b = append(b, to.String()...)
		if m.IsPromotion() {
			b = append(b, '=', kindLetters[m.Promotion()])
		}
	default:
		b = append(b, kindLetters[kind])
		b = p.appendOrigin(b, m)
		if m.IsCapture() {
			b = append(b, 'x')
		}
		b = append(b, to.String()...)
	}
	if p.GivesCheck(m) {
		if next := p.After(m); next.HasLegalMove() {
			b = append(b, '+')
		} else {
			b = append(b, '#')
		}
	}
	return string(b)
}

// appendOrigin appends what tells m from other moves of the same kind of piece to the same square:
// nothing, the file, the rank, or both, in this order of preference.
func (p *Position) appendOrigin(b []byte, m Move) []byte {
	var list MoveList
	p.Legal(&list)
	from := m.From()
	others, sameFile, sameRank := false, false, false
	for _, x := range list.Slice() {
		if x.To() != m.To() || x.From() == from ||
			p.pieces[x.From()] != p.pieces[from] || x.IsCastle() {
			continue
		}
		others = true
		sameFile = sameFile || x.From().File() == from.File()
		sameRank = sameRank || x.From().Rank() == from.Rank()
	}
	name := from.String()
	switch {
	case !others:
		return b
	case !sameFile:
		return append(b, name[0])
	case !sameRank:
		return append(b, name[1])
	}
	return append(b, name...)
}

// ParseSAN returns the legal move that s names in standard algebraic notation. It accepts castling
// with zeros, a missing "=" or "x", ":" for "x", more of the origin square than needed, long forms
// such as e2-e4, and "e.p." and any of the marks + # ! ? at the end. The error is a *MoveError.
func (p *Position) ParseSAN(s string) (Move, error) {
	text := strings.TrimRight(s, "+#!?")
	text = strings.TrimRight(strings.TrimSuffix(text, "e.p."), "+#!? ")
	var list MoveList
	p.Legal(&list)
	switch strings.ReplaceAll(text, "0", "O") {
	case "O-O":
		return p.findCastle(&list, CastleKing, s)
	case "O-O-O":
		return p.findCastle(&list, CastleQueen, s)
	}

	kind, promotion := Pawn, NoKind
	if text != "" {
		if k := strings.IndexByte(kindLetters, text[0]); k >= 0 {
			kind, text = Kind(k), text[1:]
		}
	}
	if text != "" {
		if k := strings.IndexByte("NBRQ", text[len(text)-1]); k >= 0 {
			promotion = Knight + Kind(k)
			text = strings.TrimSuffix(text[:len(text)-1], "=")
		}
	}
	if len(text) < 2 {
		return p.moveError(s, "no target square")
	}
	to := parseSquare(text[len(text)-2], text[len(text)-1])
	if to == NoSquare {
		return p.moveError(s, "no target square")
	}
	origin := ^Bitboard(0)
	for _, c := range []byte(strings.TrimRight(text[:len(text)-2], "x-:")) {
		switch {
		case 'a' <= c && c <= 'h':
			origin &= File(int(c - 'a'))
		case '1' <= c && c <= '8':
			origin &= Rank(int(c - '1'))
		default:
			return p.moveError(s, "not algebraic notation")
		}
	}
	found := NoMove
	for _, m := range list.Slice() {
		if m.To() != to || !origin.Has(m.From()) || p.pieces[m.From()].Kind() != kind ||
			m.Promotion() != promotion || m.IsCastle() {
			continue
		}
		if found != NoMove {
			return p.moveError(s, "ambiguous")
		}
		found = m
	}
	if found == NoMove {
		return p.moveError(s, "not legal")
	}
	return found, nil
}

func (p *Position) findCastle(list *MoveList, f Flag, text string) (Move, error) {
	for _, m := range list.Slice() {
		if m.Flag() == f {
			return m, nil
		}
	}
	return p.moveError(text, "not legal")
}
