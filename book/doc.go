// Package book reads and makes opening books in Polyglot's format.
//
// A book is a file of 16-byte entries, sorted by the key of a position: key (8 bytes), move (2),
// weight (2), learning data (4), all of them most significant byte first. The format, the random
// numbers behind its keys and test positions are published with Debian's package polyglot, in
// book_format.html. Castling is stored as the king taking its own rook, as in package board. So
// Chess960 needs only one rule of its own. If a rook may castle that is not the outermost on its
// side of the king, the position has no key and is in no book.
package book
