//! Records of the seeded bugs of stores that the search writes to. Each alters one operation of a store.

records! {
    STORES

    "copies-one-short" H in "alpha-beta-hard+triangular" shows [truncated]
        "a raise copies the child's line without its last move"
        store CopiesOneShort;

    "copies-one-short-with-table" H in "pvs-soft+triangular+tt" shows [truncated]
        "a raise copies the child's line without its last move, and no table cutoff explains it"
        store CopiesOneShort;

    "child-not-copied" D in "alpha-beta-hard+triangular" shows [illegal]
        "a raise counts the moves of the child's line but does not copy them"
        store ChildNotCopied;

    "keeps-first-line" H in "alpha-beta-hard+triangular" shows [unsound]
        "only the first raise of a node is recorded"
        store KeepsFirstLine;

    "never-clears" A in "alpha-beta-hard+triangular" shows [illegal]
        "rows are not cleared on entry"
        like ["pkrisz99/Renegade#2, 3191038", "SH11235/rshogi#146"]
        store NeverClears;

    "not-cleared-at-leaf" B in "alpha-beta-hard+triangular" shows [illegal]
        "rows are cleared where a node is expanded, so a leaf does not clear its own"
        like [
            "crippa1337/svart c7531ab",
            "KierenP/Halogen f52bcc61",
            "lynx-chess/Lynx 01892376",
            "Jakur/topaz-tak#11, 5759207",
            "TheBlackPlague/StockNemo#77",
            "lucasart/Demolito 31fa3e3",
            "FitzOReilly/fatalii#148, 8fccb32",
        ]
        store NotClearedAtLeaf;

    "not-cleared-on-repetition" A in "alpha-beta-hard+triangular+repetition" shows [past_draw, illegal]
        "rows are cleared where a node is expanded, so a draw by repetition does not clear its own"
        like [
            "maksimKorzh/bbc#1, d4e6deb",
            "crippa1337/svart c7531ab",
            "znxftw/rudim e2c8da7",
            "KierenP/Halogen f52bcc61",
            "lynx-chess/Lynx 01892376",
            "SH11235/rshogi#1086",
            "paulsonkoly/chess-3#175, 69b8d7e, f07fae3",
            "lynx-chess/Lynx#297, 0a9b090",
        ]
        store NotClearedOnRepetition;

    "not-cleared-on-exact-hit" F in "alpha-beta-hard+triangular+tt(draft=deeper,keep=yes)"
        shows [truncated, unsound, illegal]
        "rows are cleared where a node is expanded, so an exact table hit does not clear its own"
        like [
            "maksimKorzh/bbc#1, d4e6deb",
            "paulsonkoly/chess-3#175, 69b8d7e, f07fae3",
            "Matthies/RubiChess d387aa7",
            "FitzOReilly/fatalii#81, 943256f",
            "pkrisz99/Renegade#2, 3191038",
        ]
        store NotClearedOnExactHit;

    "row-cleared-in-open-windows" C in "pvs-soft-no-last-re-search+triangular" shows [unsound, illegal]
        "a row is cleared on entry only in nodes with an open window"
        like ["SH11235/rshogi#1086", "KierenP/Halogen#463, 58cc6c2d"]
        store RowClearedInOpenWindows;

    "terminator-in-open-windows" C in "pvs-soft-no-last-re-search+triangular-terminated"
        shows [unsound, illegal]
        "a row is terminated on entry only in nodes with an open window"
        like ["Matthies/RubiChess f4e7a6d, 19e340e"]
        store TerminatorInOpenWindows;

    "list-cleared-in-open-windows" C in "pvs-soft-no-last-re-search+stack-list" shows [unsound, illegal]
        "the list that siblings share is emptied on entry only in nodes with an open window"
        like ["lucasart/Demolito#123, a35f4c0", "KierenP/Halogen#463, 58cc6c2d"]
        store ListClearedInOpenWindows;

    "pointer-cleared-in-open-windows" C in "pvs-soft-no-last-re-search+pointer-array" shows [unsound, illegal]
        "a swapped array is terminated on entry only in nodes with an open window"
        store PointerClearedInOpenWindows;

    "hash-move-recorded-on-cutoff" F in "pvs-soft+triangular+tt(key-bits=1,draft=deeper)" shows [illegal]
        "a table cutoff writes the entry's move into the row, even if it belongs to another position"
        store HashMoveRecordedOnCutoff;

    "shows-preceding-iteration" K in "pvs-soft+triangular+deepening" shows [equivalent, truncated, unsound]
        "the line shown is that of the preceding iteration"
        like ["official-stockfish/Stockfish#6783, #6886, #6906"]
        store ShowsPrecedingIteration;

    "index-off-by-one" H in "alpha-beta-hard+triangular" shows [illegal]
        "a raise reads the child's row one slot too far"
        store IndexOffByOne;

    "shows-no-line" J in "alpha-beta-hard+triangular" shows [missing]
        "the store shows no line"
        store ShowsNoLine;

    "shows-unproven" J in "pvs-soft+triangular+aspiration(2)" shows [unproven]
        "the row is shown although the search failed high or low"
        like ["official-stockfish/Stockfish#1771, #1785", "Matthies/RubiChess#277"]
        store ShowsUnproven;

    "offset-of-own-row" D in "alpha-beta-hard+triangular-offsets"
        shows [equivalent, truncated, unsound, illegal]
        "the child is given the parent's own row"
        like ["ptsouchlos/byte-knight 796dfc7"]
        store OffsetOfOwnRow;

    "offset-one-short" I in "alpha-beta-hard+triangular-offsets" shows [equivalent, unsound, illegal]
        "each row begins on the last slot of the row before"
        like ["lynx-chess/Lynx#259, f2f0aebc, d67e7448"]
        store OffsetOneShort;

    "extension-beyond-the-limit" I in "alpha-beta-hard+triangular+extension" shows [truncated]
        "rows are as long as the depth without extensions, and copies are cut to fit"
        like [
            "paulsonkoly/chess-3#175",
            "lynx-chess/Lynx#259, f2f0aebc, d67e7448",
            "TerjeKir/weiss#421, 00fc9c0",
        ]
        store ExtensionBeyondTheLimit;

    "looks-up-own-row" H in "alpha-beta-hard+triangular-lookup"
        shows [equivalent, truncated, unsound, illegal]
        "a raise copies from the node's own row"
        store LooksUpOwnRow;

    "looks-up-by-depth" H in "alpha-beta-hard+triangular-lookup"
        shows [equivalent, truncated, unsound, illegal]
        "the row index is looked up by remaining depth"
        like ["lynx-chess/Lynx bdb9d06a", "lynx-chess/Lynx 1b66bc63"]
        store LooksUpByDepth;

    "printed-to-terminator" H in "alpha-beta-hard+triangular-terminated" shows [unsound, illegal]
        "the line is printed up to the next null move, beyond the end of its row"
        like ["crippa1337/svart 1429b75"]
        store PrintedToTerminator;

    "terminator-not-copied" H in "alpha-beta-hard+triangular-terminated" shows [illegal]
        "a raise copies the child's line without the null move that ends it"
        like [
            "pkrisz99/Renegade#2, 3191038",
            "jnlt3/blackmarlin d7ddfb69",
            "Matthies/RubiChess 12db15d",
        ]
        store TerminatorNotCopied;

    "stride-one-short" I in "alpha-beta-hard+quadratic" shows [equivalent, unsound, illegal]
        "rows overlap by one slot"
        like ["lynx-chess/Lynx#118, 5502b533"]
        store StrideOneShort;

    "rows-share-one-array" D in "alpha-beta-hard+quadratic" shows [equivalent, truncated, unsound, illegal]
        "all rows share one array"
        like ["a reader's code, TalkChess 75089"]
        store RowsShareOneArray;

    "child-list-not-reset" D in "alpha-beta-hard+stack-list" shows [illegal]
        "siblings share one list in their parent's frame, and it is not emptied between them"
        like ["jnlt3/blackmarlin 12e7170d", "likeawizard/tofiks#32, #41, d53110a"]
        store ChildListNotReset;

    "appends-to-own-list" D in "alpha-beta-hard+stack-list" shows [unsound, illegal]
        "a raise appends to what the list already holds"
        like ["ptsouchlos/byte-knight 796dfc7"]
        store AppendsToOwnList;

    "list-one-short" I in "alpha-beta-hard+stack-list-half" shows [truncated]
        "lists are one move too short, and copies are cut to fit"
        like ["casanche/casanchess#73"]
        store ListOneShort;

    "copies-own-length" H in "alpha-beta-hard+stack-list-half" shows [truncated, unsound, illegal]
        "a raise copies as many moves as the node's own line had before"
        store CopiesOwnLength;

    "swaps-wrong-row" H in "alpha-beta-hard+pointer-array" shows [truncated, unsound, illegal]
        "a raise swaps the pointer of the wrong row"
        store SwapsWrongRow;

    "swap-forgotten" H in "alpha-beta-hard+pointer-array" shows [truncated]
        "a raise swaps no pointers"
        store SwapForgotten;

    "terminator-forgotten" A in "pvs-soft+single-array" shows [illegal]
        "the single array gets no terminator where a value came without a search"
        store TerminatorForgotten;

    "null-windows-write-terminators" C in "pvs-soft+single-array" shows [truncated]
        "null-window nodes write terminators too"
        store NullWindowsWriteTerminators;
}
