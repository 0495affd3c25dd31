// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.TransferId;
import io.tcn.core.port.QueuedTransfer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Queued transfers in an order, each once, as they are used: added in that order, taken from the front. Both cost
/// O(1); adding and removing elsewhere costs O(size). Mutable; owned by the dispatch loop.
final class OrderedWindow implements Iterable<QueuedTransfer> {
    private static final int LEAST = 16;

    private final Comparator<QueuedTransfer> order;

    /// What is there lies between [#from] and [#to]; null elsewhere.
    private @Nullable QueuedTransfer[] items = new @Nullable QueuedTransfer[LEAST];

    private final QueuedSizes sizes = new QueuedSizes();
    private int from;
    private int to;

    /// What is there by number, from the first question for one until something is added; null else.
    private @Nullable Map<TransferId, QueuedTransfer> byId;

    /// @param order 0 for the same transfer alone; changes only while the window is empty
    OrderedWindow(Comparator<QueuedTransfer> order) {
        this.order = order;
    }

    int size() {
        return to - from;
    }

    /// How large the transfers are.
    QueuedSizes sizes() {
        return sizes;
    }

    boolean isEmpty() {
        return to == from;
    }

    /// The first of a window that is not empty.
    QueuedTransfer first() {
        return at(from);
    }

    /// Adds a transfer in its place.
    ///
    /// @return whether it was not there
    boolean add(QueuedTransfer transfer) {
        int place = isEmpty() || order.compare(at(to - 1), transfer) < 0 ? to : placeOf(transfer);
        if (place < to && order.compare(at(place), transfer) == 0) {
            return false;
        }
        if (to == items.length) {
            place -= makeRoom();
        }
        System.arraycopy(items, place, items, place + 1, to - place);
        items[place] = transfer;
        to++;
        sizes.add(transfer);
        byId = null;
        return true;
    }

    /// @return how far all moved to the front
    private int makeRoom() {
        int moved = from;
        int size = size();
        @Nullable
        QueuedTransfer[] roomy = size > items.length / 2 ? new @Nullable QueuedTransfer[2 * items.length] : items;
        System.arraycopy(items, from, roomy, 0, size);
        Arrays.fill(roomy, size, roomy.length, null);
        items = roomy;
        from = 0;
        to = size;
        return moved;
    }

    /// Takes out a transfer that is there.
    void remove(QueuedTransfer transfer) {
        if (byId != null) {
            byId.remove(transfer.transfer().id());
        }
        int place = order.compare(first(), transfer) == 0 ? from : placeOf(transfer);
        sizes.remove(at(place));
        if (place == from) {
            items[from++] = null;
        } else {
            System.arraycopy(items, place + 1, items, place, to - place - 1);
            items[--to] = null;
        }
        if (isEmpty()) {
            from = 0;
            to = 0;
        }
    }

    /// The transfer of a number; null if it is not there. Asked for many in a row, as where all are cancelled, it walks
    /// the window once.
    @Nullable
    QueuedTransfer find(TransferId id) {
        Map<TransferId, QueuedTransfer> known = byId;
        if (known == null) {
            known = new HashMap<>();
            for (QueuedTransfer queued : this) {
                known.put(queued.transfer().id(), queued);
            }
            byId = known;
        }
        return known.get(id);
    }

    void clear() {
        Arrays.fill(items, from, to, null);
        from = 0;
        to = 0;
        byId = null;
        sizes.clear();
    }

    /// In the order. Not to be used any more once the window has changed.
    @Override
    public Iterator<QueuedTransfer> iterator() {
        return new Iterator<>() {
            private int next = from;

            @Override
            public boolean hasNext() {
                return next < to;
            }

            @Override
            public QueuedTransfer next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return at(next++);
            }
        };
    }

    /// Where a transfer is or would be.
    private int placeOf(QueuedTransfer transfer) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(at(middle), transfer) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private QueuedTransfer at(int place) {
        return Objects.requireNonNull(items[place]);
    }
}
