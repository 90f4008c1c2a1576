//! Records of the seeded bugs of stores that read their line from a table.

records! {
    READERS

    "walk-unverified" G in "pvs-soft+table-walk+tt(key-bits=2)" shows [illegal]
        "the walk shows moves without testing whether they are legal"
        like [
            "paulsonkoly/chess-3#175",
            "kz04px/4ku#81, 9eea311",
            "princesslana/princhess f7d0319",
            "Matthies/RubiChess#129",
        ]
        store WalkUnverified;

    "walks-after-failure" J in "pvs-soft+table-walk+aspiration(2)" shows [unproven]
        "the table is walked although the search failed high or low"
        store WalksAfterFailure;

    "follows-leaf-entry" L in "pvs-soft+table-walk-exact+tt(leaves=yes)" shows [illegal]
        "the walk follows the exact entry of a leaf, which has no move"
        like ["FitzOReilly/fatalii 263c21e"]
        store FollowsLeafEntry;

    "empty-line-not-shown" J in "pvs-soft+table-walk-exact" shows [missing]
        "an empty line is reported as no line"
        store EmptyLineNotShown;

    "draft-ignored" G in "pvs-soft+table-walk-checked" shows [unsound]
        "the walk tests the value of an entry but not its draft"
        store DraftIgnored;

    "value-ignored" G in "pvs-soft+table-walk-checked" shows [unsound]
        "the walk follows any exact entry, whatever its draft and its value"
        store ValueIgnored;

    "follows-entry-without-move" L in "pvs-soft+table-walk-raw+tt(leaves=yes)" shows [illegal]
        "the walk follows an entry without a move"
        like [
            "thomasahle/sunfish#91",
            "paulsonkoly/chess-3 01e8b96",
            "FitzOReilly/fatalii 263c21e",
        ]
        store FollowsEntryWithoutMove;

    "stays-at-root" G in "pvs-soft+table-walk-raw+tt" shows [illegal]
        "the walk does not play its moves, so it finds the root's entry again and again"
        like ["Rudim in C#, znxftw/rudim ad06ee3"]
        store StaysAtRoot;

    "pv-table-after-failure" J in "pvs-soft+pv-table+aspiration(2)" shows [unproven]
        "the table of PV-nodes is read although the search failed high or low"
        store PvTableAfterFailure;

    "pv-table-unverified" G in "pvs-soft+pv-table" shows [illegal]
        "three bits of the key count as the whole key, and legality is not tested"
        like ["princesslana/princhess f7d0319"]
        store PvTableUnverified;

    "tail-not-appended" F in "alpha-beta-hard+pv-holder+tt(pv-cut=all)" shows [truncated]
        "an exact hit appends no tail, so the line is truncated"
        like ["Hyatt, paper of 2014 (chess.stackexchange 42858)"]
        store TailNotAppended;

    "tail-unverified" F in "alpha-beta-hard+pv-holder+tt(leaves=yes)" shows [illegal]
        "the tail that was held last is appended, whichever position it belongs to"
        like ["SH11235/rshogi#146"]
        store TailUnverified;

    "links-to-itself" G in "pvs-soft+edwards-trees" shows [illegal]
        "a fragment links to its own position"
        like ["Rudim in C#, znxftw/rudim ad06ee3"]
        store LinksToItself;

    "branch-not-reset" D in "pvs-soft+edwards-trees" shows [illegal]
        "the branch found for a sibling stays in the frame that siblings share"
        store BranchNotReset;

    "recovers-from-root" F in "pvs-soft+tail-recovery+tt" shows [unsound, illegal]
        "tail recovery starts at the root and not where the line ends"
        like ["official-stockfish/Stockfish#724"]
        store RecoversFromRoot;

    "recovers-after-failure" J in "pvs-soft+tail-recovery+tt+aspiration(2)" shows [unproven]
        "a line is completed and shown although the search failed high or low"
        store RecoversAfterFailure;
}
