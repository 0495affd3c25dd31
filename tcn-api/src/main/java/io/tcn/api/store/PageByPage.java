// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Reads a long answer page by page, each with a query of its own: whoever takes it in may be slow, and holds nothing
/// of the database.
final class PageByPage {
    /// Rows that are in memory at once.
    static final int ROWS = 500;

    private PageByPage() {}

    /// @param first what every key comes after
    /// @param page reads the rows after a key
    static <K, R> void read(
            K first, Function<R, K> key, Function<K, List<R>> page, JobReader.Pages pages, Consumer<R> each) {
        K after = first;
        boolean isFirst = true;
        while (true) {
            List<R> rows = page.apply(after);
            boolean isLast = rows.size() < ROWS;
            if (!isFirst || !isLast) {
                pages.page();
            }
            rows.forEach(each);
            if (isLast) {
                return;
            }
            after = key.apply(rows.getLast());
            isFirst = false;
        }
    }
}
