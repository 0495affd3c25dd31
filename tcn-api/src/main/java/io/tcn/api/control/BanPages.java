// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.control;

import io.tcn.api.problem.Problem;
import io.tcn.api.store.policy.DnBan;
import io.tcn.api.store.policy.SeBan;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bans in pages: those of storages by storage and user, then those of people by name.
final class BanPages {
    /// Neither storages nor users have blanks in their names.
    private static final String BETWEEN = " ";

    /// Distinguished names begin so, storages do not.
    private static final String PERSON = "/";

    /// Where a ban stands in the list.
    private record Place(boolean isPerson, String name, String user) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::isPerson).thenComparing(Place::name).thenComparing(Place::user);

        static Place parse(String after) {
            if (after.startsWith(PERSON)) {
                return new Place(true, after, "");
            }
            String[] parts = after.strip().split(BETWEEN, -1);
            if (parts.length != 2) {
                throw Problem.badRequest(
                        "after",
                        "\"after\" is a storage and a user with a blank between, as in \"davs://a.example.org cms\","
                                + " or the name of a person");
            }
            return new Place(false, parts[0], parts[1]);
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return isPerson ? name : name + BETWEEN + user;
        }
    }

    private record Ban(
            Place place, @Nullable SeBan storage, @Nullable DnBan person) {
        static Ban of(SeBan ban) {
            return new Ban(new Place(false, ban.storageElement(), ban.user().value()), ban, null);
        }

        static Ban of(DnBan ban) {
            return new Ban(new Place(true, ban.dn(), ""), null, ban);
        }
    }

    private BanPages() {}

    /// @param storages by storage and user
    /// @param people by name
    /// @param after the last ban of the page before, null for the first page
    static OperationAnswers.BansAnswer cut(
            Pages.Listing listing, List<SeBan> storages, List<DnBan> people, @Nullable String after) {
        Stream<Ban> all =
                Stream.concat(storages.stream().map(Ban::of), people.stream().map(Ban::of));
        List<Ban> page = Pages.cut(listing, all, Ban::place, after == null ? null : Place.parse(after));
        return new OperationAnswers.BansAnswer(
                page.stream()
                        .map(Ban::storage)
                        .filter(Objects::nonNull)
                        .map(BansController::view)
                        .toList(),
                page.stream()
                        .map(Ban::person)
                        .filter(Objects::nonNull)
                        .map(BansController::view)
                        .toList());
    }
}
