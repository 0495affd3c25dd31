// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Rows of a table that are worked out when somebody wants them: who asks for one table of a page as a file does not
/// wait for the others. For one thread.
final class Later<T> extends AbstractCollection<T> {
    private final Supplier<? extends Collection<T>> rows;
    private @Nullable Collection<T> known;

    Later(Supplier<? extends Collection<T>> rows) {
        this.rows = rows;
    }

    private Collection<T> rows() {
        Collection<T> worked = known;
        if (worked == null) {
            worked = rows.get();
            known = worked;
        }
        return worked;
    }

    @Override
    public Iterator<T> iterator() {
        return rows().iterator();
    }

    @Override
    public int size() {
        return rows().size();
    }
}
