package board

// Sliding attacks use fancy magic bitboards (Pradu Kannan, 2007). Each square has a constant. The
// product of this constant and the occupied squares that matter has these squares gathered in its
// highest bits, and they index a table of attack sets. The multipliers were found by trying sparse
// random numbers; a test checks all of them against rays.

// magic is the hashing of one square: table[offset + (occ&mask)*mul>>shift].
type magic struct {
	mask   Bitboard
	mul    uint64
	offset uint32
	shift  uint8
}

// Entries of sliderTable: the sum over all squares of 2 to the number of squares that matter.
const (
	bishopTableSize = 5248
	rookTableSize   = 102400
)

var (
	bishopMagics [64]magic
	rookMagics   [64]magic
	sliderTable  [bishopTableSize + rookTableSize]Bitboard
)

// BishopAttacks returns the squares that a bishop on s attacks when occ is occupied, the first
// occupied square in each direction included.
func BishopAttacks(s Square, occ Bitboard) Bitboard {
	m := &bishopMagics[s&63]
	return sliderTable[uint64(m.offset)+(uint64(occ&m.mask)*m.mul)>>(m.shift&63)]
}

// RookAttacks returns the squares that a rook on s attacks when occ is occupied, the first
// occupied square in each direction included.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	m := &rookMagics[s&63]
	return sliderTable[uint64(m.offset)+(uint64(occ&m.mask)*m.mul)>>(m.shift&63)]
}

func fillMagics() {
	next := fillSlider(0, &bishopMagics, &bishopMultipliers, &bishopDirections)
	fillSlider(next, &rookMagics, &rookMultipliers, &rookDirections)
}

// fillSlider fills the magics of one slider and its part of the table from offset on, and
// returns the offset after it.
func fillSlider(offset uint32, magics *[64]magic, multipliers *[64]uint64,
	dirs *[4]direction) uint32 {
	for s := A1; s < NoSquare; s++ {
		edges := (rank1|rank8)&^Rank(s.Rank()) | (fileA|fileH)&^File(s.File())
		m := &magics[s]
		*m = magic{mul: multipliers[s], offset: offset}
		for _, d := range dirs {
			m.mask |= ray(s, d, 0)
		}
		m.mask &^= edges
		m.shift = uint8(64 - m.mask.Count())
		for occ := Bitboard(0); ; {
			var attacks Bitboard
			for _, d := range dirs {
				attacks |= ray(s, d, occ)
			}
			sliderTable[uint64(offset)+uint64(occ)*m.mul>>m.shift] = attacks
			if occ = (occ - m.mask) & m.mask; occ == 0 { // the next subset (Carry-Rippler)
				break
			}
		}
		offset += 1 << (64 - m.shift)
	}
	return offset
}

var bishopMultipliers = [64]uint64{
	0xc012a00801244080, 0x0420082200802004, 0x8221010122002020, 0xc010908208140000,
	0x0004050400000920, 0x1001010840200020, 0x0002080e28041080, 0x0202010108020200,
	0x20d8100428008402, 0x0020900431004600, 0x4418104504411000, 0x0b40040420804280,
	0x0082840308018000, 0x1020042220100001, 0x808010491808c000, 0x29a5004444500841,
	0x004288304a880700, 0x0010080484108400, 0x004203300182000c, 0x1108080402408800,
	0x4024108a02022800, 0x0040400208200404, 0x1082018308450c40, 0x8002120082010140,
	0x1004448040080820, 0x0002822010044800, 0x4001010050044609, 0x0a28104208004100,
	0xa001001001004000, 0x0400410006010940, 0x0081050004009801, 0x8000960881820884,
	0x0010021186600410, 0x0021018802200818, 0x2001004104080808, 0x60a0840400080210,
	0x0044004010440100, 0x00a0080240002400, 0x0008880100c89089, 0x0009020490002400,
	0x800208028820410c, 0xc220484848020400, 0x0042104110006040, 0x00c8006018000100,
	0x1200010212004400, 0x4061042102000410, 0x0842080811882720, 0x0201021485110200,
	0x0001080802080102, 0x0000920821040441, 0x001202020c920409, 0x020030b914880001,
	0x5400820420820003, 0x0040081030009082, 0x00c6080848008000, 0xa548280104102208,
	0x1418203402201000, 0xb000003501101000, 0x0440000080580812, 0x0050048011084820,
	0x090000000811240c, 0x0418800410a20201, 0x1080881104080840, 0x0402020802140440,
}
var rookMultipliers = [64]uint64{
	0x0200104082010021, 0x4840001000402000, 0x0280200090028008, 0x0100050020081001,
	0x1200082002001005, 0x2200080102009024, 0x1080010002000080, 0x0200020c00284081,
	0x0340800040002088, 0x00c1002100401080, 0x000e001022004080, 0x4089000810012100,
	0x0080800800040080, 0x4401808004001200, 0x0421808001000200, 0x0002001480450214,
	0x0000228000400280, 0x0081010020804004, 0x4408410019002002, 0x4210008008008012,
	0x4400808008000400, 0x0301010004000208, 0x0000040088100201, 0x0041020000942047,
	0x1300400080008024, 0x0180410200220084, 0x0001001100200040, 0x8400100100082100,
	0x0000040080800800, 0x0002000200041008, 0x0010014400481002, 0x0000004a000c0081,
	0x0080002010400040, 0x0010002000404001, 0x005e100080802008, 0x0220201001000900,
	0x1880040080800800, 0x0384010040400200, 0x0801011004000208, 0x0104040082000041,
	0x1030288040008001, 0x8080201000404008, 0x4000100020008080, 0x0090001100210008,
	0x0000040008008080, 0x0004008002008004, 0x1020010002008080, 0x003003224082000c,
	0x1421604000800580, 0x2200400180200280, 0x0410100080200080, 0x0808210010000900,
	0x0a00800400080080, 0x1002008004000280, 0x0081000200040100, 0x0620008408450600,
	0xd81102008020401a, 0x02042052c1810202, 0x0000200040081101, 0x1000041000210009,
	0x400600082ca0100a, 0x000200011004c802, 0x9002000804010082, 0x031001004c002082,
}
