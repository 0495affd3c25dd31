// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

/// What a test of histories wants to have seen, so that it cannot become empty unnoticed.
enum Happening {
    STARTED,
    CLAIM_REFUSED,
    CANCELED_WHILE_RUNNING,
    UNCLEAN_RETRY,
    UNCLEAN_END,
    CLEANED_UP,
    CLEAN_UP_BEHIND_ANOTHER,
    FORCED,
    FORCED_IN_VAIN,
    NEWS_CAME_LATE,
    FORCED_LATE,
    WINDOW_FULL,
    TOTAL_LIFTED,
    OTHER_LIMIT_LIFTED,
    PIPE_REMOVED,
    RESTED,
    RETRIED,
    FINISHED,
    FAILED,
    CANCELED
}
