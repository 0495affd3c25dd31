// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.store.NewJob;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The group that a key of FTS's job metadata names, such as Rucio's rule or dataset. What cannot be a name is
/// none.
final class GroupName {
    private GroupName() {}

    /// @param key of the metadata, empty if none names groups
    static Optional<NewJob.Group> in(JsonNode metadata, String key) {
        JsonNode value = key.isEmpty() ? null : metadata.get(key);
        if (value == null || !(value.isString() || value.isIntegralNumber())) {
            return Optional.empty();
        }
        String name = value.asString().strip();
        return NewJob.Group.isName(name) ? Optional.of(new NewJob.Group(name, null, null)) : Optional.empty();
    }
}
