// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Resource controls in pages. What stands for a user on a set is one to three rows, by their times; these stay
/// together, so that a page may have up to two rows more than were asked for.
final class RcPages {
    /// Names have no blanks.
    private static final String BETWEEN = " ";

    /// For whom and where.
    private record Place(String user, String set) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::user).thenComparing(Place::set);

        static Place of(DirectoryAnswers.ResourceControlAnswer row) {
            return new Place(row.user(), row.resourceSet());
        }

        static Place parse(String after) {
            String[] parts = after.strip().split(BETWEEN, -1);
            if (parts.length != 2) {
                throw Problem.badRequest(
                        "after",
                        "\"after\" is a user and a resource-set with a blank between, as in \"cms all-links\"");
            }
            return new Place(parts[0], parts[1]);
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return user + BETWEEN + set;
        }
    }

    private RcPages() {}

    /// @param rows by user and set
    static List<DirectoryAnswers.ResourceControlAnswer> cut(
            Pages.Listing listing, List<DirectoryAnswers.ResourceControlAnswer> rows, @Nullable String after) {
        return Pages.cutWhole(listing, rows, Place::of, after == null ? null : Place.parse(after));
    }
}
