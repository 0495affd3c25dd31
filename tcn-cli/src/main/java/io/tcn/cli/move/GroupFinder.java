// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Api;
import io.tcn.cli.http.Route;
import io.tcn.cli.http.Row;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// From what a user calls a group to its number.
final class GroupFinder {
    private GroupFinder() {}

    /// The group of a name, or of a number if no group has such a name.
    ///
    /// @param user whose group it is, null for any that the caller may see
    /// @throws Trouble if there is none, or several users have one of this name
    static String idOf(Api api, String group, @Nullable String user) throws Trouble {
        List<Row> found = new Row(api.get(Route.of("groups").with("name", group).with("user", user))).rows("groups");
        if (found.size() > 1) {
            throw Trouble.usage("several users have a group " + group + ", give --user: "
                    + found.stream().map(row -> row.text("user")).collect(Collectors.joining(", ")));
        }
        if (found.isEmpty() && !group.matches("[1-9][0-9]{0,17}")) {
            throw Trouble.failed("there is no group " + group + " that is not over"
                    + (user == null ? "; of one that is over give its number, or --user" : ""));
        }
        return found.isEmpty() ? group : found.getFirst().text("id");
    }
}
