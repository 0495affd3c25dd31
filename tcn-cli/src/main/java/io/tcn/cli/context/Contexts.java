// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All contexts of a user.
///
/// @param current the name of the one that is used unless another is named
/// @param all in the order in which they were added
public record Contexts(@Nullable String current, List<ServerContext> all) {
    public Contexts {
        all = List.copyOf(all);
    }

    /// The context of this name.
    public Optional<ServerContext> find(String name) {
        return all.stream().filter(context -> context.name().equals(name)).findFirst();
    }

    /// With this context added, or put in the place of the one that has its name. The first one becomes current.
    public Contexts with(ServerContext added) {
        List<ServerContext> changed = new ArrayList<>(all);
        changed.removeIf(context -> context.name().equals(added.name()));
        changed.add(added);
        return new Contexts(current == null ? added.name() : current, changed);
    }

    /// Without the context of this name.
    public Contexts without(String name) {
        List<ServerContext> changed = new ArrayList<>(all);
        changed.removeIf(context -> context.name().equals(name));
        return new Contexts(name.equals(current) ? null : current, changed);
    }

    /// With this one as the current one.
    public Contexts using(String name) {
        return new Contexts(name, all);
    }

    /// The names, for messages.
    public String names() {
        return all.isEmpty()
                ? "none"
                : String.join(", ", all.stream().map(ServerContext::name).toList());
    }
}
