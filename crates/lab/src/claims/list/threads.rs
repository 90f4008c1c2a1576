//! Claims on several threads that share a table: which thread is shown, and how entries are written.

claims! {
    THREADS

    "thread-main" "folklore of engine authors"
        "The first of several threads shows the right score and move of the deepest complete iteration."
        never Result in Schedules of ["pvs-soft+triangular+tt+deepening+threads(2)"];

    "thread-deepest" "folklore of engine authors"
        "The thread of the greatest depth shows the right score and move of the deepest complete iteration."
        never Result in Schedules of ["pvs-soft+triangular+tt+deepening+threads(2,line=deepest)"];

    "thread-best-score" "folklore of engine authors"
        "The thread of the best score shows the right score and move of the deepest complete iteration."
        never Result in Schedules of ["pvs-soft+triangular+tt+deepening+threads(2,line=best-score)"];

    "thread-vote" "Stockfish, 2017 on"
        "The thread that most votes elect shows the right score and move of the deepest complete iteration."
        never Result in Schedules of ["pvs-soft+triangular+tt+deepening+threads(2,line=vote)"];

    "array-of-each-thread" "this project"
        "One array for each thread is enough in PVS if only equal drafts match."
        never WrongLine in Schedules of ["pvs-soft+single-array+tt+deepening+threads(2)"];

    "lockless-table" "Hyatt and Mann 2002"
        "A table without locks, whose keys are combined with the data, shows no wrong line, however small it is."
        never WrongLine in Schedules of ["pvs-soft+triangular+tt(entries=1)+deepening+threads(2)"];

    "lockless-table-without-check" "this project"
        "The same table shows no wrong line if the keys are stored as they are."
        never WrongLine in Schedules of [
            "pvs-soft+triangular+tt(entries=1)+deepening+threads(2,words=key-first)",
        ];
}
